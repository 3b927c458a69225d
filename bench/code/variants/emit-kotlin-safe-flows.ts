import { readForms } from './forms.ts';

export const kotlinSafeFlows = readForms(`
== constant
val §value = §in
val §out = "fixed"
== overwritten
var §out = §in
§out = "fixed"
== constant branch
var §out = "fixed"
if (7 * 18 + 106 < 200) {
    §out = §in
}
== constant variable branch
val §filler = 86
val §out = if ((7 * 42) - §filler > 200) "fixed" else §in
== other key
val §map = mutableMapOf<String, String>()
§map["kept"] = §in
§map["other"] = "fixed"
val §out = §map["other"]!!
== other element
val §list = listOf("fixed", §in)
val §out = §list[0]
== removed
val §list = mutableListOf<String>()
§list.add("safe")
§list.add(§in)
§list.add("more")
§list.removeAt(0)
val §out = §list[1]
== other property
val box = §type(§in, "fixed")
val §out = box.note
-- members
data class §type(val label: String, val note: String)
== number
val §out = §in.toInt().toString()
== number or null
val number = §in.toIntOrNull() ?: return
val §out = "$number"
== allow list
val allowed = listOf("red", "blue")
if (§in !in allowed) {
    return
}
val §out = §in
== allow set
if (!ALLOWED_§id.contains(§in)) {
    throw IllegalArgumentException("no")
}
val §out = §in
-- members
private val ALLOWED_§id = setOf("red", "blue")
== required
require(§in in setOf("red", "blue"))
val §out = §in
== when to constants
val §out = when (§in) {
    "a" -> "first"
    "b" -> "second"
    else -> "none"
}
== lookup
val known = mapOf("a" to "first", "b" to "second")
val §out = known[§in] ?: return
== pattern
if (!§in.matches(Regex("^[a-z0-9]+$"))) {
    return
}
val §out = §in
-- not code-injection command-injection deserialization
== ignored argument
val §out = §function(§in)
-- members
private fun §function(v: String): String {
    if (v.length > 9) return "long"
    return "short"
}
== ignored elsewhere
val §out = Support.§function(§in)
-- other
fun §function(v: String): String {
    return "fixed"
}
== equality
if (§in != "red" && §in != "blue") {
    return
}
val §out = §in
== uuid
val §out = java.util.UUID.fromString(§in).toString()
`);
