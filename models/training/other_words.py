"""Words of a question put in other words of WordNet: a synonym, or what the thing is a kind of ("drill" becomes "power tool").

`OtherWords(FOLDER)` reads the files index.* and data.* of WordNet; only the commonest sense of a word is used. People ask in other words than those of the text, and rules that make questions do not.
"""

import re

from questions import NAMES, STOP

# Synsets that so much is a kind of that naming them says nothing.
LEAST_DEPTH = 5
NEVER = STOP | {name.lower() for name in NAMES} | set("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday time kind thing things people person python function".split())


class OtherWords:
    def __init__(self, folder):
        self.synsets, self.first, self.depths = {}, {}, {}
        for part in ("noun", "verb"):
            for line in open(f"{folder}/data.{part}", encoding="latin-1"):
                if line.startswith("  "):
                    continue
                fields = line.split(" | ")[0].split()
                count = int(fields[3], 16)
                words = [fields[4 + 2 * i].replace("_", " ") for i in range(count)]
                at = 4 + 2 * count + 1
                above = [fields[i + 1] for i in range(at, len(fields) - 3) if fields[i] in ("@", "@i") and fields[i + 2] == part[0]]
                self.synsets[part[0] + fields[0]] = words, [part[0] + place for place in above]
            for line in open(f"{folder}/index.{part}", encoding="latin-1"):
                if not line.startswith("  "):
                    fields = line.split()
                    places = [field for field in fields[4:] if len(field) == 8 and field.isdigit()]
                    if places:
                        self.first.setdefault((part[0], fields[0].replace("_", " ")), part[0] + places[0])

    def depth(self, synset):
        if synset not in self.depths:
            self.depths[synset] = 99
            above = self.synsets[synset][1]
            self.depths[synset] = 1 + min((self.depth(each) for each in above), default=0)
        return self.depths[synset]

    def others(self, word):
        """Other words for a noun or the plain form of a verb."""
        found = []
        for part, base, ending in (("n", word, ""), ("n", re.sub(r"(?<=[^s])s$", "", word), "s"), ("n", re.sub(r"ies$", "y", word), "s"), ("v", word, "")):
            synset = self.first.get((part, base))
            if synset is None or (ending and base == word):
                continue
            words, above = self.synsets[synset]
            near = [each for each in words if each != base]
            if part == "n":
                near += [each for place in above if self.depth(place) >= LEAST_DEPTH for each in self.synsets[place][0]]
            found += [each + ending for each in near if len(each.split()) <= 2 and each.islower() and each.replace(" ", "").isalpha()]
            break
        return found

    def put(self, question, passage, draw, chance):
        """Words that the passage has too are replaced, each with `chance`; the question as it is where none is."""
        held = set(re.findall(r"[a-z]+", passage.lower()))
        def other(match):
            word = match[0]
            if word not in held or word in NEVER or len(word) < 4 or draw.random() > chance:
                return word
            choices = self.others(word)
            return draw.choice(choices) if choices else word
        return re.sub(r"\b[a-z]+\b", other, question)
