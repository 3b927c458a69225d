"""Personal and project notes by template, with the questions people ask their memory. All of it is our own text."""

from questions import MONTHS, NAMES, time_stamp

FILL = {
    "food": "sushi;pizza;Thai curry;ramen;tacos;oatmeal;lasagna;dumplings;falafel;pancakes;grilled salmon;mushroom risotto;dark chocolate;vegan burgers;lentil soup;kimchi stew",
    "allergy": "peanuts;shellfish;gluten;dairy;pollen;cats;penicillin;bee stings;latex;eggs;sesame",
    "city": "Lisbon;Toronto;Berlin;Osaka;Nairobi;Austin;Oslo;Melbourne;Seville;Prague;Chicago;Bangkok;Dublin;Cape Town;Seattle;Lima;Denver;Krakow",
    "job": "nurse;data engineer;high school teacher;architect;electrician;product manager;chef;journalist;backend developer;lawyer;dentist;graphic designer;truck driver;biologist;librarian",
    "hobby": "pottery;rock climbing;chess;watercolor painting;birdwatching;salsa dancing;woodworking;photography;running;gardening;knitting;violin;surfing;yoga;baking sourdough;kayaking",
    "pet": "a golden retriever named Biscuit;two cats;a parrot;a hamster;a rescue dog;a tortoise;three chickens;a beagle puppy;a rabbit called Clover",
    "lang": "TypeScript;Python;Rust;Go;Java;Kotlin;C++;Ruby;Elixir;Swift",
    "db": "PostgreSQL;SQLite;Redis;MongoDB;MySQL;DynamoDB;ClickHouse;Cassandra",
    "kin": "sister;brother;mother;father;best friend;cousin;grandmother;roommate;boss;colleague;daughter;son;wife;husband;neighbor;aunt",
    "event": "graduated from university;got married;moved to a new apartment;started a new job;had knee surgery;adopted a child;won a local art contest;broke an arm;ran a half marathon;"
    "bought a house;joined a book club;passed the bar exam;published a short story;volunteered at an animal shelter;took a road trip;opened a bakery;learned to sail;lost a wallet;gave a talk at school",
    "when": "yesterday;last week;last month;two days ago;last night;this morning;last year;on Monday;on 3 June;in 2019;in spring;over the weekend",
    "editor": "VS Code;Vim;Emacs;IntelliJ;Neovim;Sublime Text;Zed",
    "book": "Dune;Middlemarch;a biography of Ada Lovelace;a cookbook;a fantasy trilogy;a book about stoicism;Walden;a history of maps",
    "instrument": "guitar;piano;drums;cello;flute;clarinet",
    "service": "billing;search;login;payments;notification;export;image resizing;reporting",
    "failure": "ran out of memory;lost its database connection;returned stale data;timed out under load;rejected valid tokens;filled the disk with logs",
    "fix": "raising the pool size;adding an index;rolling back the release;caching the response;rotating the certificate;limiting the batch size",
    "day": "Monday;Tuesday;Wednesday;Thursday;Friday",
    "feeling": "nervous;excited;proud;exhausted;relieved;hopeful;worried;grateful",
}
FILL = {key: value.split(";") for key, value in FILL.items()} | {"month": MONTHS}

TEMPLATES = [
    ("{n} is allergic to {allergy}.", "What is {n} allergic to?|food allergies {n}|Can {n} eat {allergy}?|does {n} have any allergies"),
    ("{n} prefers {lang} over {lang2} for backend work.", "Which programming language does {n} like?|preferred backend language|What does {n} use for the backend?"),
    ("{n} lives in {city} and works as a {job}.", "Where does {n} live?|What is {n}'s job?|What does {n} do for a living?|{n} occupation"),
    ("{n}'s {kin} {event} {when}.", "What happened to {n}'s {kin}?|Who {event}?|What did {n}'s {kin} do {when}?"),
    ("{n} {event} {when}.", "Who {event}?|What big thing happened to {n} {when}?|recent news about {n}|When was it that {n} {event}?"),
    ("{n} has {pet}.", "Does {n} have any pets?|What pets does {n} have?|What animal lives with {n}?"),
    ("{n} enjoys {hobby} on weekends.", "What are {n}'s hobbies?|What does {n} do on weekends?|Who likes {hobby}?|free time activities of {n}"),
    ("The user's favourite food is {food}.", "What food does the user like?|favorite dish|what should I cook for the user"),
    ("The production database is {db}; backups run every night at {h} UTC.", "Which database do we use in production?|When do the backups run?|backup schedule"),
    ("{n} switched from {editor} to {editor2} in {month}.", "Which editor does {n} use?|When did {n} change editors?"),
    ("Meeting with {n} moved to {day} at {h}:00 because of a conflict.", "When is the meeting with {n}?|What time do I meet {n}?|Why was the meeting moved?"),
    ("{n} is reading {book} and recommends it.", "What book is {n} reading?|book recommendations|What did {n} recommend to read?"),
    ("{n} is learning to play the {instrument} since {month}.", "What instrument does {n} play?|When did {n} start the {instrument}?|musical hobbies of {n}"),
    ("Reminder: {n}'s birthday is on {month} {d}.", "When is {n}'s birthday?|{n} birthday date|How old does {n} get in {month}?"),
    ("User prefers concise answers with {lang} examples and dark mode.", "How does the user want answers?|user preferences|What style of answer is preferred?"),
    ("{n} plans a trip to {city} with a {kin} in {month}.", "Where is {n} travelling?|When is {n}'s trip to {city}?|Who is {n} traveling with?|vacation plans"),
    ("The API key for staging expires on {month} {d}; {n} is responsible for rotating it.", "Who rotates the staging API key?|When does the staging key expire?"),
    ("Deploys to the {city} region fail when {db} migrations take longer than {h} minutes.", "Why do deploys fail?|migration timeout problem|What happens when {db} migrations are slow?"),
    ("Incident on {month} {d}: the {service} service {failure}; solved by {fix}.", "What went wrong with {service}?|How was the {service} outage fixed?|incidents in {month}|When did the {service} service break?"),
    ("{n}: I felt so {feeling} after I {event} {when}!", "How did {n} feel after {n} {event}?|Why was {n} {feeling}?|What made {n} {feeling}?|What did {n} do {when}?"),
    ("{n}: My {kin} taught me {hobby} when we lived in {city}.", "Who taught {n} {hobby}?|Where did {n} learn {hobby}?|What did {n}'s {kin} teach {n}?|Where did {n} live before?"),
    ("{n}: Hey! {when}, my {kin} and I tried {hobby} for the first time. It was great fun.", "What did {n} try with {n}'s {kin}?|Who did {n} try {hobby} with?|What new activity did {n} try?"),
    ("We decided to move the {service} service from {db} to {db2} because {n} measured better latency.", "Why do we use {db2} for {service}?|Who proposed {db2}?|What database did the {service} service use before?"),
    ("TODO({n}): write tests for the {service} module before {day}.", "What must {n} do before {day}?|Which module lacks tests?|open tasks for {n}"),
]


def notes(count, random):
    for _ in range(count):
        text, questions = random.choice(TEMPLATES)
        slots = {key: random.choice(values) for key, values in FILL.items()}
        slots |= {"n": random.choice(NAMES), "lang2": random.choice(FILL["lang"]), "editor2": random.choice(FILL["editor"]), "db2": random.choice(FILL["db"])}
        slots |= {"h": random.randint(1, 12), "d": random.randint(1, 28)}
        passage = text.format(**slots)
        if random.random() < 0.3:
            passage = time_stamp(random) + passage
        yield random.choice(questions.split("|")).format(**slots), passage
