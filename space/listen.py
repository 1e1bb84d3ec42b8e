"""Listen: pick an entry, hear it, and read what each recogniser made of it."""

from collections.abc import Iterable, Sequence
from typing import Any

import gradio as gr

from bfcl_audio.report.foreign import label

from .catalog import ANY, NOTHING_LOST, Card, Catalog, Wish
from .entry import entry_view
from .links import Link
from .render import says, show
from .shelf import Shelf
from .tab import Tab, step

MOST_LISTED = 200
EMPTY = "There is no dataset here. Start the Space with one: bfcl-audio space DATASET"
Choices = list[tuple[str, str]]


class Listen:
    """What the tab does."""

    def __init__(self, shelf: Shelf | None) -> None:
        """Of a dataset, or of none."""
        self.shelf = shelf

    def put(self) -> Tab:
        """Puts the tab together; reads nothing yet."""
        shelf = self.shelf
        if shelf is None:
            gr.HTML(says(EMPTY), apply_default_css=False)
            return Tab("listen", [], lambda link: [])
        with gr.Row(equal_height=False):
            with gr.Column(scale=1, min_width=280):
                words = gr.Textbox(
                    label="Search", max_lines=1, placeholder="word, id or lost value"
                )
                entry = gr.Dropdown(label="Entry", filterable=True, elem_id="listen-entry")
                with gr.Row():
                    back = gr.Button("← Previous", min_width=90)
                    on = gr.Button("Next →", min_width=90)
                count = gr.HTML(apply_default_css=False)
                channel = gr.Dropdown(
                    list(shelf.channels), label="Channel", filterable=False,
                    visible=len(shelf.channels) > 1,
                )  # fmt: skip
                with gr.Accordion("Filter", open=False):
                    category = gr.Dropdown(label="Category", filterable=False)
                    engine = gr.Dropdown(label="Engine", filterable=False)
                    voice = gr.Dropdown(label="Voice", filterable=False)
                    misheard = gr.Dropdown(label="What was misheard", filterable=False)
            with gr.Column(scale=3, min_width=320):
                view = gr.HTML(apply_default_css=False, elem_id="listen-view")
        wish = [channel, category, engine, voice, misheard, words]
        filters = [category, engine, voice, misheard]
        found = [entry, count, view]
        for one in (category, engine, voice, misheard):
            one.input(self.find, [*wish, entry], found, show_progress="hidden")
        # Not `input`: gradio does not tell of a first word that is pasted.
        words.change(
            self.find, [*wish, entry], found, show_progress="hidden", trigger_mode="always_last"
        )
        channel.input(self.tune, [*wish, entry], [*filters, *found])
        entry.input(self.see, [channel, entry], view, show_progress="minimal")
        for button, by in ((back, -1), (on, 1)):
            button.click(step(self.move, by), [*wish, entry], [entry, view])
        return Tab("listen", [channel, *filters, words, *found], self.open)

    def open(self, link: Link) -> Sequence[Any]:
        """What a link shows: filters, the entries that pass, and one of them."""
        catalog = self._catalog(link.get("channel"))
        wish = Wish(
            link.get("category"), link.get("engine"), link.get("voice"), link.get("misheard"),
            link.get("words"),
        )  # fmt: skip
        offered = filter_choices(catalog.cards())
        shown = [
            gr.update(choices=choices, value=value if value in dict(_turned(choices)) else ANY)
            for choices, value in zip(
                offered, (wish.category, wish.engine, wish.voice, wish.misheard), strict=True
            )
        ]
        found = self._found(catalog, wish, link.get("entry"))
        return [gr.update(value=catalog.channel), *shown, wish.words, *found]

    def find(self, channel: str, *asked: str) -> Sequence[Any]:
        """The entries that pass; the one that is shown stays, if it is among them."""
        *wish, entry = map(_text, asked)
        catalog, wanted = self._catalog(channel), Wish(*wish)
        stays = entry in (card.id for card in catalog.find(wanted))
        return self._found(catalog, wanted, entry if stays else "")

    def tune(self, channel: str, *asked: str) -> Sequence[Any]:
        """The same entry over another channel."""
        catalog = self._catalog(channel)
        *wish, entry = map(_text, asked)
        offered = filter_choices(catalog.cards())
        filters = [gr.update(choices=choices) for choices in offered]
        return [*filters, *self._found(catalog, Wish(*wish), entry)]

    def see(self, channel: str, entry: str) -> str:
        """One entry."""
        assert self.shelf is not None
        shown = entry_view(self.shelf, self._catalog(channel), _text(entry))
        if shown is None:
            return says("There is no such entry in this dataset.", "problem")
        return show("listen", e=shown)

    def move(self, by: int, channel: str, *asked: str) -> Sequence[Any]:
        """The entry before or after the one that is shown, among those that pass."""
        *wish, entry = map(_text, asked)
        cards = self._catalog(channel).find(Wish(*wish))
        ids = [card.id for card in cards]
        place = (ids.index(entry) + by) % len(ids) if entry in ids else 0
        if not ids:
            return [gr.skip(), gr.skip()]
        update = gr.update(choices=entry_choices(cards, ids[place]), value=ids[place])
        return [update, self.see(channel, ids[place])]

    def _catalog(self, channel: object) -> Catalog:
        assert self.shelf is not None
        return self.shelf.catalog(_text(channel))

    def _found(self, catalog: Catalog, wish: Wish, entry: str = "") -> Sequence[Any]:
        cards = catalog.find(wish)
        if entry and entry not in catalog.by_id():
            problem = f"This dataset has no entry {label(entry)}."
            return [gr.update(choices=entry_choices(cards), value=None), _count(cards, catalog),
                    says(problem, "problem")]  # fmt: skip
        chosen = entry or (cards[0].id if cards else "")
        update = gr.update(choices=entry_choices(cards, chosen), value=chosen or None)
        nothing = says("No entry passes all of these filters. Loosen one of them.")
        view = self.see(catalog.channel, chosen) if chosen else nothing
        return [update, _count(cards, catalog), view]


def entry_choices(cards: Iterable[Card], chosen: str = "") -> Choices:
    """(what is shown, id) of the first entries, and of the chosen one wherever it stands."""
    cards = list(cards)
    listed = cards[:MOST_LISTED]
    listed += [card for card in cards[MOST_LISTED:] if card.id == chosen]
    found = [(f"{card.id} · {label(card.request, 70)}", card.id) for card in listed]
    return found if not chosen or chosen in dict(_turned(found)) else [(chosen, chosen), *found]


def filter_choices(cards: Sequence[Card]) -> tuple[Choices, Choices, Choices, Choices]:
    """Choices of category, engine, voice, and of what was misheard, with how many entries each."""
    voices = [one for card in cards for one in card.voices]
    lost = [found for card in cards for found in card.lost.values()]
    kinds = sorted({entity.type for found in lost for entity in found})
    recognizers = sorted({name for card in cards for name in card.lost})
    misheard = [("Anything or nothing", ANY)]
    if recognizers:
        misheard.append(("Nothing", NOTHING_LOST))
    misheard += [(f"Something, by {label(name)}", f"by:{name}") for name in recognizers]
    misheard += [(f"A value of kind “{label(kind)}”", f"kind:{kind}") for kind in kinds]
    return (
        _named("All categories", dict.fromkeys(card.category for card in cards)),
        _named("All engines", sorted({one.engine for one in voices})),
        _named("All voices", sorted({one.voice for one in voices})),
        misheard,
    )


def _named(everything: str, names: Iterable[str]) -> Choices:
    return [(everything, ANY), *((label(name), name) for name in names if name)]


def _turned(choices: Choices) -> list[tuple[str, str]]:
    return [(value, shown) for shown, value in choices]


def _count(cards: Sequence[Card], catalog: Catalog) -> str:
    whole = len(catalog.cards())
    more = f"; the first {MOST_LISTED} are listed" if len(cards) > MOST_LISTED else ""
    return says(f"{len(cards):,} of {whole:,} entries{more}", "count")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
