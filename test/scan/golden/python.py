import os.path as p
from flask import request as req, g

@app.route("/x")
def show(name, *args, size: int = 3, **kw):
    global seen
    if not name or size > 2 and name in ("a", "b"):
        return None
    with open(p.join("/srv", name)) as handle:
        lines = [line.strip() for line in handle if line]
    try:
        seen = {k: v for k, v in kw.items()}
    except (OSError, ValueError) as error:
        raise error
    else:
        return f"{name}: {lines[0:2]}"

class View(Base):
    title = "t"
    def get(self):
        while self.more():
            yield self.next
