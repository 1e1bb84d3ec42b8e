"""What things are called, and other closed lists of single words that the rules judge knows."""

from __future__ import annotations

from collections.abc import Mapping

_CALLED: Mapping[str, str] = {
    "file": "file files filename filenames archivo fichero fichier datei dateiname arquivo "
    "bestand plik файл файла ファイル 文件 파일 dosya ملف document doc documents documento "
    "dokument फ़ाइल",
    "directory": "directory directories folder folders dir carpeta directorio dossier répertoire "
    "ordner verzeichnis cartella pasta diretório map папка папки フォルダ 文件夹 폴더 klasör "
    "مجلد",
    "path": "path filepath ruta chemin pfad percorso caminho pad путь パス 路径 경로",
    "name": "name names named nombre nom namen nome naam imię nazwa имя имени название 名前 氏名 "
    "名字 姓名 이름 isim ad nombres noms surname firstname lastname اسم नाम",
    "email": "email emails e-mail mail courriel correo posta почта почты メール 邮箱 이메일 eposta "
    "البريد ईमेल",
    "address": "address addresses dirección adresse anschrift indirizzo endereço adres адрес 住所 "
    "地址 주소 عنوان पता",
    "city": "city cities town ciudad ville stadt città cidade stad miasto город города 都市 城市 "
    "도시 şehir مدينة शहर",
    "country": "country countries país pays land paese страна 国 国家 나라",
    "place": "place places location locations lugar lieu ort luogo local plaats место 場所 "
    "地点 장소",
    "date": "date dates day fecha datum data дата дату 日付 日期 날짜 tarih تاريخ तारीख birthday "
    "month year",
    "time": "time times hour hora heure uhrzeit ora tijd время 時刻 時間 时间 시간 saat وقت समय",
    "number": "number numbers digits digit número numéro nummer numero номер 番号 数字 号码 번호 "
    "numara "
    "رقم नंबर figure figures",
    "code": "code codes código codice код コード 代码 코드 kod",
    "id": "id ids identifier identification identifiers",
    "symbol": "symbol symbols ticker tickers",
    "reference": "reference",
    "serial": "serial",
    "token": "token tokens",
    "key": "key keys",
    "quantity": "quantity quantities count",
    "amount": "amount amounts price cost sum total budget cantidad monto importe precio montant "
    "prix betrag preis importo prezzo valor preço bedrag prijs сумма сумму цена цену "
    "金額 金额 价格 금액 가격 tutar fiyat figure fee salary balance payment",
    "company": "company companies firm business empresa compañía entreprise société firma "
    "unternehmen azienda bedrijf компания компании 会社 公司 회사 şirket organization "
    "organisation",
    "user": "user users usuario utilisateur benutzer benutzername utente usuário gebruiker "
    "пользователь ユーザー 用户 사용자 username",
    "url": "url link website site domain",
    "title": "title titre título titel titolo heading subject headline",
    "word": "word words term phrase keyword keywords value values parameter text mot palabra "
    "wort parola palavra",
    "message": "message mensaje messaggio mensagem nachricht bericht сообщение メッセージ "
    "消息 메시지",
    "password": "password passcode pin contraseña passwort",
    "age": "age edad âge alter",
    "phone": "phone telephone mobile téléphone teléfono telefon",
    "seat": "seat seats",
    "card": "card cards",
    "account": "account accounts",
    "flight": "flight flights",
    "weight": "weight",
    "height": "height",
    "size": "size",
    "color": "color colour",
    "destination": "destination destino ziel destinazione bestemming 目的地",
    "origin": "origin origen",
    "airport": "airport aeropuerto flughafen",
    "station": "station",
    "venue": "venue",
    "region": "region",
    "state": "state",
    "county": "county",
    "area": "area",
    "street": "street calle strasse rue",
    "zip": "zip zipcode postcode postal",
    "recipient": "recipient",
    "receiver": "receiver",
    "sender": "sender",
    "person": "person",
    "contact": "contact",
    "customer": "customer",
    "passenger": "passenger",
    "traveler": "traveler traveller",
    "guest": "guest",
    "author": "author",
    "artist": "artist",
    "player": "player",
    "brand": "brand",
    "restaurant": "restaurant",
    "hotel": "hotel",
    "school": "school",
    "university": "university",
    "airline": "airline",
    "team": "team",
    "museum": "museum",
}

NOUNS: Mapping[str, str] = {word: noun for noun, words in _CALLED.items() for word in words.split()}
"""The names of things ("folder", "Datei", "ファイル") -> one English word each."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SMALL_WORDS = _words("""
    yes yeah yep no nope not it its it's that that's thats is the a an and or with as in like for
    sure correct right exactly sorry okay ok thanks please one comma dot oh i said mean meant
    spelled spelt
""")
"""All that a reply may hold beside the requested values."""

SPELLING_DETAILS = _words("""
    as in like letter letters capital lowercase uppercase upper lower case underscore dot dash
    hyphen slash space at double triple zero alpha bravo charlie delta echo foxtrot golf hotel
    india juliett juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform
    victor whiskey x-ray xray yankee zulu apple boy cat dog
""")
"""Words that explain a spelling and are no values themselves."""

PLAIN = _words("""
    a an the this that these those it its his her their your my our any some of for in on at to
    from with is was are were be as and or so not no exact exactly correct full right complete
    precise specific spelling same proper actual current again spell confirm repeat check verify
    say said mean meant catch hear heard get got give tell provide share clarify specify what
    what's which who how please me us you i we one two both only just called named written whose
    entire did do does can could would will missed missing quite really
    out up off by
    el la los las le les il lo gli das die den dem ihr ihre ihren su sus tu votre son sa suo sua o
    os um uma het een uw der des du de del desired requested mentioned given
    electrónico electronico electronica eletrônico électronique elettronica
""")
"""Words before the name of a thing that do not change which thing it is."""

JOINING = _words("of for the your de der des du del da do van my his her their")
"""Words that hold a name together: "name of the file"."""

OPPOSED = _words("""
    first last middle source destination target departure arrival start end old new
    check-in check-out checkin checkout origin
""")
"""Words that tell two things of a kind apart: a topic without such a word is not meant."""

NOISE = _words("""
    i i'm i'd i'll i've ok okay sure sorry thanks thank hi hello hey great alright pdf am pm mr mrs
    ms dr just could can would did do does is was are please what which who how so got and or not
    no yes let me english spanish french german nato if the a an to for with
""")
"""Capitalised words, or such with a digit's neighbour, that are no values."""

COMMON = _words("""
    the and for with from into that this you your are was did say com org net www http https pdf
    txt csv doc docx jpg png inc ltd llc new old report data test final main
""")
"""Words of longer values by which nobody would mean the whole value."""
