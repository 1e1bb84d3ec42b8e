"""What the scorer says of one answer: valid or not, and for which of a closed list of reasons.

The reasons carry the names that Text-BFCL prints, so that figures and score files line up.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why an answer is not valid. Values are Text-BFCL's `error_type` strings."""

    DECODER_FAILED = "ast_decoder:decoder_failed"
    DECODER_WRONG_FORMAT = "ast_decoder:decoder_wrong_output_format"
    SIMPLE_WRONG_COUNT = "simple_function_checker:wrong_count"
    MULTIPLE_WRONG_COUNT = "multiple_function_checker:wrong_count"
    PARALLEL_WRONG_COUNT = "parallel_function_checker_no_order:wrong_count"
    PARALLEL_NO_MATCH = "parallel_function_checker_no_order:cannot_find_match"
    WRONG_NAME = "simple_function_checker:wrong_func_name"
    MISSING_REQUIRED = "simple_function_checker:missing_required"
    UNEXPECTED_PARAMETER = "simple_function_checker:unexpected_param"
    MISSING_OPTIONAL = "simple_function_checker:missing_optional"
    TYPE = "type_error:simple"
    NESTED_TYPE = "type_error:nested"
    JAVA_TYPE = "type_error:java"
    JAVASCRIPT_TYPE = "type_error:js"
    STRING_VALUE = "value_error:string"
    LIST_VALUE = "value_error:list/tuple"
    DICT_KEY = "value_error:dict_key"
    DICT_VALUE = "value_error:dict_value"
    LIST_OF_DICT_COUNT = "value_error:list_dict_count"
    OTHER_VALUE = "value_error:others"
    DICT_UNCLEAR = "dict_checker:unclear"
    LIST_OF_DICT_UNCLEAR = "list_dict_checker:unclear"
    IRRELEVANCE_CALLED = "irrelevance_error:decoder_success"
    RELEVANCE_NOT_CALLED = "relevance_error:decoder_failed"
    INFERENCE_ERROR = "multi_turn:inference_error"
    FORCE_TERMINATED = "multi_turn:force_terminated"
    EMPTY_TURN = "multi_turn:empty_turn_model_response"
    STATE_MISMATCH = "multi_turn:instance_state_mismatch"
    RESPONSE_MISMATCH = "multi_turn:execution_response_mismatch"
    TIME_LIMIT = "bfcl_audio:time_limit"  # ours: Text-BFCL would go on for ever


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on one answer.

    Attributes:
        valid: True if the answer passes.
        error_type: why it does not; None exactly if it is valid.
        message: one line for a person; empty if valid. No program may depend on its wording.
    """

    valid: bool
    error_type: Reason | None = None
    message: str = ""

    def __post_init__(self) -> None:
        if self.valid == (self.error_type is not None):
            raise ValueError(f"a verdict is valid or has a reason, got {self.error_type!r}")


VALID = Verdict(True)


def invalid(reason: Reason, message: str = "") -> Verdict:
    """Return the verdict that `reason` names."""
    return Verdict(False, reason, message)
