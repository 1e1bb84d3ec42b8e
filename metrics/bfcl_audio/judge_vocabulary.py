"""What things are called in the languages that callers speak; each word once.

Nouns, in the forms that agents use when they ask for one. A word that English has too, with another
meaning, is left out, and so are single letters of scripts without blanks: they are in every word.
"""

from __future__ import annotations

from collections.abc import Mapping

_CALLED: Mapping[str, str] = {
    "file": "файла archivo archivos fichero ficheros fichier fichiers datei dateien arquivo "
    "bestand plik файл ファイル 文件 파일 dosya ملف फ़ाइल documento dokument",
    "directory": "carpeta directorio dossier répertoire ordner verzeichnis cartella pasta "
    "diretório папка フォルダー フォルダ ディレクトリ 文件夹 目录 폴더 klasör مجلد",
    "path": "ruta chemin pfad percorso caminho путь パス 路径 경로 ścieżka",
    "name": "имени фамилии nombre nombres nom noms namen nome nomi naam imię nazwa nazwisko имя "
    "имени фамилия фамилию 名前 氏名 名称 名字 姓名 苗字 姓 이름 성함 isim "
    "adı اسم नाम apellido apellidos prénom nachname vorname familienname cognome sobrenome "
    "apelido achternaam voornaam soyadı",
    "email": "почты correo courriel posta почта почту メールアドレス メール 邮箱 邮件 "
    "電子郵件 이메일 eposta البريد ईमेल",
    "address": "dirección direcciones adresse adressen anschrift indirizzo endereço adres "
    "адрес 住所 アドレス 地址 주소 عنوان पता morada",
    "city": "ciudad ciudades ville stadt città cidade stad miasto город 都市 都市名 "
    "城市 도시 şehir مدينة शहर",
    "country": "país países paese страна 国 国家 나라 ülke",
    "place": "lugar lugares lieu ort luogo plaats место 場所 地点 장소 yer",
    "date": "datę fecha fechas datum дата дату 日付 日期 날짜 日にち tarih تاريخ तारीख",
    "day": "día jour giorno dag dzień день",
    "time": "hora horas heure uhrzeit ora orario horário tijd czas godzina время 時刻 "
    "時間 时间 시간 saat وقت समय",
    "number": "número números numéro nummer numero nummers numer номер 番号 号码 编号 "
    "번호 numara رقم नंबर zahl chiffre cifra getal",
    "code": "código codice 代码 コード 代碼 코드 kod код",
    "id": "identificador identifiant kennung identificativo идентификатор 身份证 아이디",
    "symbol": "símbolo symbole simbolo символ 符号 シンボル 代号 kürzel",
    "reference": "referencia référence referenz riferimento referência 参照",
    "quantity": "cantidad cantidades quantité anzahl menge quantità quantidade aantal "
    "количество 数量 個数 수량 miktar",
    "amount": "kwotę сумма monto importe montant betrag importo quantia bedrag сумма сумму 金額 "
    "金额 금액 tutar kwota somme summe valor",
    "price": "precio prix preis prezzo preço prijs цена цену 価格 値段 价格 가격 fiyat cena",
    "company": "empresa compañía entreprise société firma unternehmen azienda bedrijf "
    "компания 会社 公司 회사 şirket",
    "user": "usuario utilisateur benutzer utente usuário gebruiker пользователь "
    "пользователя ユーザー 用户 사용자",
    "url": "enlace lien weblink url ссылка 网址 リンク",
    "title": "título titre titel titolo 標題 标题 タイトル 제목 заголовок 題名 tytuł",
    "subject": "asunto objet betreff oggetto assunto onderwerp тема 主题 件名",
    "word": "palabra palabras mot wort parola palavra woord слово 単語 单词 단어",
    "text": "texto texte testo tekst текст 文本 テキスト 텍스트",
    "message": "mensaje messaggio mensagem nachricht bericht сообщение メッセージ "
    "消息 短信 메시지 wiadomość",
    "description": "descripción descrição beschreibung descrizione beschrijving описание 説明 描述",
    "password": "contraseña passwort senha wachtwoord пароль パスワード 密码 비밀번호 hasło",
    "age": "edad âge alter età idade leeftijd возраст 年齢 年龄",
    "phone": "telefonu teléfono téléphone telefon telefono telefone telefoon телефон 電話 "
    "电话 전화 телефона",
    "seat": "asiento sitzplatz assento stoel 座席 座位",
    "card": "tarjeta carte karte kreditkarte carta cartão kaart карта карты "
    "карту カード 카드 karta",
    "account": "cuenta compte konto conto conta rekening счет счёт счета 口座 账户 账号 계좌",
    "flight": "vuelo flug volo voo vlucht рейс 航班 フライト 항공편",
    "weight": "peso poids gewicht вес 体重 重量",
    "height": "altura hauteur höhe altezza hoogte высота высоту 高さ 高度",
    "width": "anchura ancho largeur breite larghezza largura breedte ширина 宽度",
    "length": "longitud longueur länge lunghezza comprimento lengte длина 長さ 长度",
    "distance": "distancia entfernung distanz distanza distância afstand расстояние 距離 距离",
    "speed": "velocidad vitesse geschwindigkeit velocità velocidade snelheid скорость 速度",
    "radius": "rayon raggio raio straal радиус 半径",
    "temperature": "temperatura température temperatur temperatuur температура 温度 気温",
    "volume": "volumen lautstärke громкость 音量",
    "duration": "duración durée dauer durata duração duur длительность 期間 时长",
    "rate": "tasa taux zinssatz tasso taxa rente ставка 利率 レート tarif",
    "percentage": "porcentaje pourcentage prozentsatz percentuale porcentagem процент 百分比",
    "priority": "prioridad priorité priorität priorità prioridade prioriteit "
    "приоритет 優先度 优先级",
    "lines": "líneas lignes zeilen righe linhas regels строк",
    "destination": "destino ziel zielort destinazione bestemming назначения 目的地 行き先 도착지",
    "departure": "salida départ abflug abfahrt partenza partida vertrek вылета "
    "отправления 出発 出发",
    "arrival": "llegada arrivée ankunft arrivo chegada aankomst прибытия 到着 到达",
    "origin": "origen origine herkunft startort origem oorsprong",
    "airport": "aeropuerto aéroport flughafen aeroporto luchthaven аэропорт "
    "аэропорта 空港 机场 공항",
    "station": "estación gare bahnhof stazione estação вокзал станция 车站",
    "region": "región région",
    "state": "estado état bundesland stato",
    "street": "calle rue straße strasse strada straat улица 通り 街道",
    "recipient": "destinatario destinataire empfänger destinatário ontvanger "
    "получатель получателя 受取人 收件人 宛先 받는",
    "sender": "remitente expéditeur absender mittente remetente afzender отправитель 送信者 发件人",
    "contact": "contacto kontakt contatto contato контакт 連絡先 联系人",
    "customer": "cliente client kunde klant клиент 顧客 客户",
    "passenger": "pasajero pasajera passager passagère passagier passeggero passageiro "
    "пассажир пассажира 乗客 搭乗者 乘客 승객",
    "traveler": "viajero viajera voyageur voyageuse reisende reisender viaggiatore viajante "
    "reiziger путешественник 旅行者",
    "guest": "huésped invité gast ospite hóspede гость 宿泊者 客人",
    "patient": "paciente patientin paziente пациент 患者",
    "doctor": "médico doctora doctor médecin docteur arzt ärztin dottore dottoressa doutor "
    "doutora médica dokter врач врача 医者 医師 先生 医生 의사",
    "author": "autor autora auteur autore auteure schrijver автор автора 作者 著者 저자 yazar",
    "artist": "artista artiste künstler künstlerin artiest исполнитель アーティスト 歌手 艺术家",
    "player": "jugador joueur spieler giocatore jogador speler игрок 選手 球员",
    "brand": "marca marque marke merk бренд ブランド 品牌",
    "restaurant": "restaurante ristorante ресторан レストラン 餐厅 식당",
    "hotel": "hôtel отель ホテル 酒店 호텔 отеля",
    "school": "escuela école schule scuola escola школа 学校",
    "university": "universidad université universität università universidade университет 大学",
    "airline": "aerolínea compagnie fluggesellschaft авиакомпания 航空会社 航空公司",
    "team": "equipo équipe mannschaft squadra equipe команда チーム 球队",
    "museum": "museo musée museu музей 美术馆 博物馆 博物館",
    "song": "canción chanson canzone canção música песня песни 曲名 歌曲 노래",
    "album": "álbum альбом アルバム 专辑",
    "book": "libro livre buch livro boek книга книги",
    "movie": "película filme фильм 映画 电影",
    "product": "producto produit produkt prodotto produto товар 商品 产品",
    "order": "bestel pedido commande bestellung bestell auftrag ordine encomenda заказ "
    "заказа 注文 订单 주문",
    "invoice": "factura facture rechnung rechnungs fattura fatura factuur счёт-фактура 請求書 发票",
    "coupon": "cupón gutschein buono cupom промокод クーポン 优惠码 优惠券 쿠폰",
    "ticket": "boleto billete fahrkarte biglietto bilhete билет チケット 车票 工单",
    "room": "habitación chambre zimmer stanza quarto kamer комната 部屋 房间",
    "currency": "moneda devise währung valuta moeda валюта 通貨 货币",
    "language": "idioma langue sprache lingua língua taal язык 言語 语言",
    "unit": "unidad unité einheit unità unidade единица 単位 单位",
    "birth": "nacimiento naissance geburt geburts nascita nascimento geboorte рождения 誕生 出生",
    "table": "mesa tisch tavolo стол",
    "meeting": "reunión réunion besprechung riunione reunião встреча 会議 会议",
    "travel": "viaje voyage reise viaggio viagem reis поездки 旅行",
    "interest": "interés intérêt interesse zins zinsen",
}
FOREIGN_NOUNS: Mapping[str, str] = {
    word: noun for noun, words in _CALLED.items() for word in words.split()
}
"""The name of a thing in another language -> in English."""

FALSE_FRIENDS: Mapping[str, str] = {"data": "date", "tag": "day", "camera": "room", "film": "movie"}
"""Words of other languages that mean something else in English."""

_MONTHS = """
    january januar enero janvier gennaio janeiro januari января
    february februar febrero février febbraio fevereiro februari февраля
    march märz marzo mars março maart марта
    april abril avril aprile апреля
    may mai mayo maggio maio mei мая
    june juni junio juin giugno junho июня
    july juli julio juillet luglio julho июля
    august agosto août augustus августа
    september septiembre septembre settembre setembro сентября
    october oktober octubre octobre ottobre outubro октября
    november noviembre novembre novembro ноября
    december dezember diciembre décembre dicembre dezembro декабря
"""
MONTHS: Mapping[str, str] = {
    word: english
    for english, *words in (line.split() for line in _MONTHS.strip().splitlines())
    for word in words
}
"""The name of a month in another language -> in English."""
