import pytest

from bfcl_audio.spoken import EntityType, entity_type

CASES = [
    ("location", "Boston, MA", "place"),
    ("city_2", "Rivermist", "place"),
    ("destination", "456 Oakwood Avenue, Rivermist, 83214", "place"),
    ("company_name", "Apple Inc.", "organisation"),
    ("team", "Los Angeles Lakers", "organisation"),
    ("name", "Louvre Museum", "organisation"),
    ("player_name", "Lionel Messi", "person"),
    ("first_name", "Michael", "person"),
    ("username", "Sam", "person"),
    ("file_name", "final_report.pdf", "file"),
    ("file_name", "Spring2023Draft", "file"),
    ("source", "annual_report.txt", "file"),
    ("folder", "document", "path"),
    ("dir", "/home/user/projects", "path"),
    ("dataset_path", "C:/data/cars.csv", "path"),
    ("email", "john.doe@example.com", "email"),
    ("to", "jane@example.org", "email"),
    ("website", "https://example.com/x", "url"),
    ("access_token", "abc123xyz", "code"),
    ("card_id", "144756014165", "code"),
    ("id", "3142", "code"),
    ("symbol", "AAPL", "code"),
    ("listener", "operationListener", "code"),
    ("function", "3x**2 + 2x - 1", "code"),
    ("base_currency", "USD", "code"),
    ("radius", "4", "number"),
    ("x", "-2.5", "number"),
    ("time", "30", "number"),
    ("time_signature", "3/4", "number"),
    ("amount", "5000", "amount"),
    ("discount_rate", "8%", "amount"),
    ("price", "$1,250.50", "amount"),
    ("year", "1999", "date"),
    ("travel_date", "2026-11-15", "date"),
    ("start_date", "10th December 2022", "date"),
    ("time", "7:30 pm", "time"),
    ("alarm", "14:00", "time"),
    ("unit", "kilometers", "word"),
    ("ingredients", "onions", "word"),
    ("title", "Billing Concern", "word"),
    ("content", "Just booked a flight to Los Angeles!", "other"),
    ("anything", "", "other"),
]


@pytest.mark.parametrize(("topic", "value", "kind"), CASES)
def test_entity_type(topic: str, value: str, kind: str) -> None:
    """A value's type shows in its shape and its parameter's name."""
    assert entity_type(topic, value) == EntityType(kind)


def test_the_description_tells_a_folder_from_a_city() -> None:
    """A "destination" whose description speaks of directories is a path."""
    doc = "The destination directory to move the file to."
    assert entity_type("destination", "Reports", doc) == EntityType.PATH
