"""Publish on the Hugging Face Hub: a built dataset, the metric, or the Space; one commit each.

  bfcl-audio publish dataset SPOKEN --repo-id ORG/bfcl-audio --dry-run    every file and its size
  bfcl-audio publish dataset SPOKEN --repo-id ORG/bfcl-audio
  bfcl-audio publish metric --repo-id ORG/bfcl_audio                      then evaluate.load(it)
  bfcl-audio publish space --repo-id ORG/bfcl-audio-space --private

All is verified first: hashes of every file, the card's YAML, that evaluate can load the metric,
and that no key and no path of this machine is in it. The repository is made if there is none.
A run that was stopped does not send again what arrived; where nothing changed, nothing is
committed. Files of an earlier publish that are gone here are deleted there, others stay.

The metric's repository must be called bfcl_audio, as evaluate wants it. The Space carries the
sources of this release beside it, so that it starts without an index that has bfcl-audio.

The token is the one of `hf auth login`, or HF_TOKEN.

Exit status: 0 done, or nothing to do; 2 could not do it, the repository is as it was.
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataset_builder.publish_parcel import Difference, Parcel


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio publish`."""
    parser.add_argument("kind", choices=("dataset", "metric", "space"), help="what PATH is")
    parser.add_argument(
        "path", metavar="PATH", nargs="?", type=Path, help="its folder (metric, space: this one's)"
    )
    parser.add_argument("--repo-id", metavar="ORG/NAME", required=True, help="where to")
    parser.add_argument("--dry-run", action="store_true", help="list every file; send nothing")
    parser.add_argument("--private", action="store_true", help="for you and ORG only")
    parser.add_argument("--message", metavar="TEXT", help="of the commit")
    parser.add_argument("--create-pr", action="store_true", help="propose the commit instead")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Publishes, or lists what would be; returns the exit status."""
    from dataset_builder.publish import prepare, push

    parcel = prepare(args.kind, args.path, args.repo_id)
    if args.dry_run:
        return _dry_run(parcel, as_json=args.json)
    done = push(parcel, private=args.private, message=args.message, pull_request=args.create_pr)
    if args.json:
        result = _counts(parcel, done.difference) | {"url": done.url, "commit": done.commit}
        print(json.dumps(result))
    elif done.commit is None:
        print(f"nothing has changed: no commit\n{done.url}")
    else:
        print(f"{_summary(done.difference)}, one commit {done.commit[:8]}\n{done.url}")
    return 0


def _dry_run(parcel: "Parcel", *, as_json: bool) -> int:
    """Lists every file; compares with the Hub where it can be reached."""
    from dataset_builder.errors import HubError
    from dataset_builder.publish import look

    difference, why = None, ""
    try:
        difference = look(parcel)
    except HubError as error:
        why = str(error)
    if as_json:
        files = {name: file.size for name, file in parcel.files.items()}
        print(json.dumps(_counts(parcel, difference) | {"files": files, "not_compared": why}))
        return 0
    print(f"{parcel.kind} -> {parcel.repo_type}s/{parcel.repo_id}\n")
    marks = dict.fromkeys(difference.unchanged, "same") if difference else {}
    if difference:
        marks |= dict.fromkeys(difference.changed, "changed")
    for name, file in parcel.files.items():
        mark = marks.get(name, "new" if difference else "")
        print(f"{size_text(file.size):>10}  {mark:8}{name}".rstrip())
    for name in difference.deleted if difference else ():
        print(f"{'':>10}  {'delete':8}{name}")
    print(f"\n{size_text(parcel.size):>10}  in {len(parcel.files)} files; nothing was sent")
    print(_summary(difference) if difference is not None else f"not compared with the Hub: {why}")
    return 0


def size_text(size: int) -> str:
    """Bytes as a person reads them: `812 B`, `4.2 kB`, `1.3 GB`."""
    if size < 1000:
        return f"{size} B"
    amount, units = size / 1000, iter(("kB", "MB", "GB"))
    unit = next(units)
    while amount >= 999.95 and unit != "GB":
        amount, unit = amount / 1000, next(units)
    return f"{amount:.1f} {unit}"


def _counts(parcel: "Parcel", difference: "Difference | None") -> dict[str, object]:
    found: dict[str, object] = {
        "kind": parcel.kind, "repo_id": parcel.repo_id, "bytes": parcel.size,
    }  # fmt: skip
    if difference is not None:
        found |= {name: list(getattr(difference, name)) for name in difference.__slots__}
    return found


def _summary(difference: "Difference") -> str:
    return (
        f"{len(difference.added)} new, {len(difference.changed)} changed, "
        f"{len(difference.unchanged)} the same, {len(difference.deleted)} deleted"
    )
