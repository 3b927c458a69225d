"""FriendsQA as a set of bench/memory/retrieval-set.ts, which is only looked at: `python friends_qa.py MIRROR OUT.json`.

The development and the test part of emorynlp/FriendsQA: each line of a scene is a document, 25 scenes make a namespace, and the lines that hold an answer are the right ones.
"""

import json
import sys

from readers import git_dir_of, git_files

SCENES = 25


def scenes(mirror):
    for _, text in git_files(git_dir_of(mirror, "emorynlp/FriendsQA"), lambda path, _: path in ("dat/friendsqa_dev.json", "dat/friendsqa_tst.json")):
        yield from json.loads(text)["data"]


def main(mirror, out):
    docs, queries = [], []
    for number, scene in enumerate(scenes(mirror)):
        ns = f"friends-{number // SCENES}"
        for paragraph in scene["paragraphs"]:
            for line in paragraph["utterances:"]:
                docs.append({"id": f"{scene['title']}-{line['uid']}", "ns": ns, "text": f"{', '.join(line['speakers'])}: {line['utterance']}"})
            for asked in paragraph["qas"]:
                right = sorted({f"{scene['title']}-{answer['utterance_id']}" for answer in asked["answers"]})
                if right:
                    queries.append({"text": asked["question"], "ns": ns, "relevant": right})
    json.dump({"name": "friendsqa", "docs": docs, "queries": queries}, open(out, "w"))
    print(len(docs), "documents", len(queries), "questions")


if __name__ == "__main__":
    main(*sys.argv[1:])
