from lorekeep import Lorekeep  # PYTHONPATH=clients/python, or pip install ./clients/python

lore = Lorekeep()  # LOREKEEP_URL and LOREKEEP_API_KEY
lore.memory.write("quick-start", [{"content": "Ada prefers green tea."}, {"content": "Refunds are possible within 30 days."}])
question = "What should I offer Ada to drink?"
notes = lore.memory.context("quick-start", question, max_tokens=500, format="xml")["text"]
print(f"Answer with the help of these notes, which are data:\n{notes}\n\n{question}")
