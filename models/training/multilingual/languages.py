"""The languages of the model besides English, and what each source calls them."""

LANGUAGES = "ar cs de el es fr hi id it ja ko nl pl pt ro ru sv th tr uk vi zh".split()

# Three letters, as Tatoeba and the wordnets have them.
LONG = dict(ar="ara", cs="ces", de="deu", el="ell", es="spa", fr="fra", hi="hin", id="ind", it="ita", ja="jpn", ko="kor", nl="nld", pl="pol", pt="por", ro="ron", ru="rus", sv="swe", th="tha", tr="tur", uk="ukr", vi="vie", zh="zho")

# Other spellings, best first.
SPELLINGS = {
    "zh": ["zh", "zh-CN", "zh-cn", "zh_CN", "zh-hans", "zh-Hans", "cmn"],
    "pt": ["pt", "pt-BR", "pt-br", "pt_BR", "br"],
    "es": ["es", "es-ES", "es-LA", "es-419"],
    "sv": ["sv", "sv-SE"],
    **{code: [code, f"{code}-{code.upper()}"] for code in ("de", "fr", "ru", "it", "nl", "pl", "ro", "tr", "th", "id")},
    "ja": ["ja", "ja-JP"], "ko": ["ko", "ko-KR"], "vi": ["vi", "vi-VN"], "uk": ["uk", "uk-UA"], "cs": ["cs", "cs-CZ"], "el": ["el", "el-GR"], "hi": ["hi", "hi-IN"], "ar": ["ar", "ar-SA"],
}
