"""Gradio's own parts in our colours: no font and no picture comes from anywhere else."""

import gradio as gr

_SANS = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif")
_MONO = ("ui-monospace", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono", "monospace")


def theme() -> gr.themes.Base:
    """Return the theme: paper and ink, with one blue for what can be done."""
    made = gr.themes.Base(
        primary_hue=gr.themes.colors.blue,
        neutral_hue=gr.themes.colors.stone,
        font=_SANS,
        font_mono=_MONO,
        radius_size=gr.themes.sizes.radius_sm,
    )
    return made.set(
        body_background_fill="#fcfbf8", body_background_fill_dark="#14161a",
        body_text_color="#1c1e21", body_text_color_dark="#e7e5e0",
        body_text_color_subdued="#5c6168", body_text_color_subdued_dark="#a2a7ae",
        background_fill_primary="#ffffff", background_fill_primary_dark="#1b1e23",
        background_fill_secondary="#f3f0e9", background_fill_secondary_dark="#22262c",
        block_background_fill="#ffffff", block_background_fill_dark="#1b1e23",
        border_color_primary="#dedad1", border_color_primary_dark="#343942",
        block_border_color="#dedad1", block_border_color_dark="#343942",
        block_label_text_color="#5c6168", block_label_text_color_dark="#a2a7ae",
        block_title_text_color="#5c6168", block_title_text_color_dark="#a2a7ae",
        block_title_text_weight="600",
        input_background_fill="#ffffff", input_background_fill_dark="#14161a",
        input_border_width="1px", block_border_width="1px",
        input_border_color="#cfcabf", input_border_color_dark="#454b55",
        input_border_color_focus="#1f5fa8", input_border_color_focus_dark="#7db4f0",
        button_primary_background_fill="#1f5fa8", button_primary_background_fill_dark="#2f6fb8",
        button_primary_background_fill_hover="#184d8a",
        button_primary_background_fill_hover_dark="#3b7fca",
        button_primary_text_color="#ffffff", button_primary_text_color_dark="#ffffff",
        button_secondary_background_fill="#f3f0e9",
        button_secondary_background_fill_dark="#22262c",
        button_secondary_text_color="#1c1e21", button_secondary_text_color_dark="#e7e5e0",
    )  # fmt: skip
