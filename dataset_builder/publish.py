"""Sends a parcel to the Hub in one commit, and turns what the Hub refuses into one line.

Large files go first; the Hub keeps those that arrived, so that a run which was stopped does not
send them again. The repository changes in one step, at the end.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bfcl_audio.errors import InputError

from . import publish_contents
from .errors import HubError
from .publish_parcel import Difference, Kind, Parcel, Remote, compare

KINDS: dict[str, Any] = {
    "dataset": publish_contents.dataset,
    "metric": publish_contents.metric,
    "space": publish_contents.space,
}
LOG_IN = (
    "log in with: hf auth login, or set HF_TOKEN to a token that may write "
    "(https://huggingface.co/settings/tokens)"
)


@dataclass(frozen=True, slots=True)
class Published:
    """What became of a parcel.

    Attributes:
        url: of the repository, or of the pull request.
        commit: the commit's hash; None if nothing had changed.
        difference: what the commit did.
    """

    url: str
    commit: str | None
    difference: Difference


def prepare(kind: Kind, path: Path | None, repo_id: str) -> Parcel:
    """What would be published, verified; no network.

    Args:
        kind: `dataset`, `metric` or `space`.
        path: its folder; None for the installed metric or Space.
        repo_id: `ORG/NAME`.

    Raises:
        InputError: the folder or the name cannot be used, and why.
    """
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils._validators import validate_repo_id

    try:
        validate_repo_id(repo_id)
        well_formed = repo_id.count("/") == 1
    except HFValidationError:
        well_formed = False
    if not well_formed:
        raise InputError(f"--repo-id is {repo_id!r}; give ORG/NAME: letters, digits, '-', '_', '.'")
    if path is None:
        if kind == "dataset":
            raise InputError("which dataset? give PATH, the folder that bfcl-audio build wrote")
        path = publish_contents.home(kind)
    if not path.is_dir():
        raise InputError(f"{path} is no folder; give the {kind}'s folder")
    parcel: Parcel = KINDS[kind](path, repo_id)
    return parcel


def look(parcel: Parcel) -> Difference:
    """What a push would do to the repository as it is; reads only.

    Raises:
        HubError: it cannot be read.
    """
    from huggingface_hub import HfApi

    with hub(parcel):
        return compare(parcel, _remote(HfApi(), parcel)[1])


def push(
    parcel: Parcel, *, private: bool = False, message: str | None = None, pull_request: bool = False
) -> Published:
    """Makes the repository if need be, and leaves the parcel in it by one commit.

    Args:
        parcel: what `prepare` gave.
        private: the repository is made private; one that exists must be private already.
        message: the commit's first line.
        pull_request: propose the commit instead of making it.

    Raises:
        HubError: the Hub refuses or cannot be reached.
        InputError: `private`, and the repository is public.
    """
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, get_token

    if get_token() is None:
        raise HubError(f"no token for the Hub; {LOG_IN}")
    api = HfApi()
    with hub(parcel):
        api.whoami()
        head, remote = _remote(api, parcel, private=private)
        difference = compare(parcel, remote)
        url = f"{api.endpoint}/{parcel.repo_type}s/{parcel.repo_id}"
        if head is None:
            api._validate_yaml(parcel.card, repo_type=parcel.repo_type)
            sdk = None if parcel.repo_type == "dataset" else "gradio"
            api.create_repo(
                parcel.repo_id, repo_type=parcel.repo_type, private=private or None, space_sdk=sdk
            )
            head, remote = _remote(api, parcel)
            difference = compare(parcel, remote)
        if not difference:
            return Published(url, None, difference)
        operations: list[Any] = [
            CommitOperationAdd(path, parcel.files[path].content)
            for path in (*difference.added, *difference.changed)
        ]
        operations += [CommitOperationDelete(path) for path in difference.deleted]
        done = api.create_commit(
            parcel.repo_id,
            operations,
            commit_message=message or f"Publish the {parcel.kind} with bfcl-audio",
            repo_type=parcel.repo_type,
            parent_commit=head,
            create_pr=pull_request,
        )
    return Published(done.pr_url or url, done.oid, difference)


def _remote(
    api: Any, parcel: Parcel, *, private: bool = False
) -> tuple[str | None, dict[str, Remote]]:
    """The repository's newest commit, and its files; None if there is no repository."""
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError
    from huggingface_hub.hf_api import RepoFile

    try:
        info = api.repo_info(parcel.repo_id, repo_type=parcel.repo_type)
    except GatedRepoError:
        raise
    except RepositoryNotFoundError as error:
        if error.response.status_code != 404:
            raise  # 401: the token is refused
        return None, {}
    if private and not info.private:
        raise InputError(
            f"{parcel.repo_id} exists and is public; make it private in its settings first, or "
            "choose another --repo-id"
        )
    found = api.list_repo_tree(
        parcel.repo_id, recursive=True, revision=info.sha, repo_type=parcel.repo_type
    )
    return info.sha, {
        one.path: Remote(one.blob_id, one.lfs.sha256 if one.lfs else None)
        for one in found
        if isinstance(one, RepoFile)
    }


@contextlib.contextmanager
def hub(parcel: Parcel) -> Iterator[None]:
    """Turns what the Hub or the network refuses into one line without a token in it.

    Raises:
        HubError: what, and what to do.
    """
    from httpx2 import HTTPError
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    try:
        yield
    except OfflineModeIsEnabled:
        raise HubError("HF_HUB_OFFLINE is set; unset it to reach the Hub") from None
    except (HTTPError, OSError, RuntimeError, ValueError) as error:
        if isinstance(error, ValueError) and "Invalid metadata" in str(error):
            line = " ".join(str(error).split())
            raise HubError(f"the Hub does not accept README.md: {line}") from None
        cause: BaseException = error
        while cause.__cause__ is not None and not isinstance(cause, HTTPError | ConnectionError):
            cause = cause.__cause__
        if isinstance(cause, HfHubHTTPError):
            raise HubError(_refusal(cause, parcel)) from None
        if isinstance(cause, HTTPError | ConnectionError):
            raise HubError(
                f"the connection to the Hub failed ({type(cause).__name__}); run the same command "
                "again: large files that have arrived are not sent again"
            ) from None
        raise


def _refusal(error: Any, parcel: Parcel) -> str:
    status = error.response.status_code
    organisation = parcel.repo_id.partition("/")[0]
    said = " ".join(str(error.server_message or "").split())[:200]
    again = "run the same command again: large files that have arrived are not sent again"
    if status == 401:
        return f"the Hub does not know the token; {LOG_IN}"
    if status == 403:
        return (
            f"the token may not write to {parcel.repo_id} ({said or 'forbidden'}); choose a "
            f"namespace of yours, or a token that may write for {organisation}"
        )
    if status == 404:
        return f"the Hub has no {organisation}, or the token may not see it; check --repo-id"
    if status in (409, 412):
        return f"{parcel.repo_id} was changed while this ran ({said}); {again}"
    if status == 429:
        wait = error.response.headers.get("Retry-After")
        when = f"in {wait} s" if wait else "later"
        return f"the Hub asks to slow down; {when}, {again}"
    if status >= 500:
        return f"the Hub has trouble ({status}); later, {again}"
    return f"the Hub refuses ({status}: {said or 'no reason given'})"
