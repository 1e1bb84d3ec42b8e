"""What else people call a thing than by the word of its parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_ALIKE = """
    artist musician singer composer band performer painter sculptor
    author writer poet novelist
    lender bank
    payee recipient receiver beneficiary addressee
    attendee participant invitee guest
    employee worker
    doctor physician specialist practitioner
    lawyer attorney
    owner holder
    cardholder holder
    player athlete
    team club squad
    league competition tournament division championship
    company firm corporation business manufacturer maker
    stock ticker symbol
    hotel accommodation lodging
    restaurant eatery diner
    location spot
    address street road avenue house
    museum gallery
    library branch
    store shop supermarket
    school college
    course class
    movie film
    song track tune piece
    album record
    book novel
    recipe dish meal
    product item article
    people guests persons
    children kids
    departure leaving
    checkin arrival
    checkout departure
    pickup collection
    return dropoff
    rent rental
    loan mortgage
    principal deposit investment
    interest percentage percent
    term duration period
    salary income wage
    speed velocity
    distance range gap
    height altitude elevation
    weight mass
    temperature temp
    fuel gas gasoline petrol
    car vehicle
    plate registration license
    pattern keyword phrase query term string
    content text body wording
    message text note wording
    comment reply
    tag hashtag label
    mention handle account
    username login handle
    password passphrase
    token key
    case docket
    invoice bill
    ticket issue
    booking reservation confirmation
    dataset data
    species animal organism plant
    substance compound chemical material
    event meeting appointment
    platform console
    season year
    function equation expression formula
    interval range limit bound
    insurance coverage policy
    budget limit maximum cap
    sector industry
    company organisation organization
    discovery theory
    genre style
    line row
    stop waypoint
    party group
"""
"""Words for the same thing, a line each."""

_ALSO: Mapping[str, str] = {
    "adults": "guest person number",
    "amount": "share number",
    "artist": "name",
    "arrival": "destination",
    "body": "content message",
    "book": "title",
    "budget": "amount",
    "case": "number",
    "city": "place area",
    "company": "stock name",
    "content": "message post tweet comment note",
    "days": "day number duration",
    "departure": "origin start",
    "description": "text content",
    "destination": "place target arrival city airport station folder directory",
    "dir": "folder name",
    "directory": "name",
    "distance": "number",
    "duration": "time number",
    "email": "domain",
    "end": "back finish finishing destination arrival return returning",
    "file": "document name extension",
    "filename": "document extension name",
    "folder": "name",
    "from": "origin departure start airport city",
    "fuel": "gallon liter number amount",
    "gallon": "fuel gas amount number",
    "game": "title",
    "guests": "person number party",
    "insurance": "amount cost price",
    "invoice": "number",
    "liter": "fuel gas amount number",
    "loan": "amount",
    "location": "city place town area address",
    "mentions": "person user name",
    "message": "content",
    "movie": "title",
    "nights": "stay number",
    "numbers": "value list figure",
    "origin": "start starting departure city airport station",
    "passport": "number",
    "pattern": "text search word",
    "people": "person guest number party",
    "period": "time year number",
    "person": "name",
    "price": "cost",
    "principal": "amount",
    "priority": "number",
    "product": "name thing",
    "query": "search text word",
    "quantity": "number item amount",
    "rate": "percent percentage number",
    "receiver": "user person contact",
    "recipient": "user person contact",
    "resolution": "text",
    "scalar": "number factor",
    "servings": "person number portion",
    "song": "title",
    "source": "origin",
    "start": "starting pickup beginning leaving origin departure",
    "stock": "company",
    "stops": "place city",
    "symbol": "company",
    "term": "year number",
    "text": "message content note",
    "ticket": "number",
    "ticker": "company",
    "title": "heading headline name book song movie event ticket game",
    "to": "destination arrival airport city",
    "token": "code",
    "volume": "level number",
    "years": "year number duration",
}
"""The word of a parameter -> what its value is called besides."""

_GROUPS = [frozenset(line.split()) for line in _ALIKE.strip().splitlines()]


def also_called(words: Sequence[str]) -> frozenset[str]:
    """What the thing that a topic's words name may be called besides.

    >>> "hashtag" in also_called(["tags"]), "ticker" in also_called(["stock", "symbol"])
    (True, True)
    """
    forms = {form for word in words for form in (word, word.removesuffix("s"))}
    also = {also for word in forms for also in _ALSO.get(word, "").split()}
    return frozenset(also.union(*(group for group in _GROUPS if group & forms)) - forms)
