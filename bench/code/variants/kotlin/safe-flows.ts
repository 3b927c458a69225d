import { readForms } from '../forms.ts';

export const kotlinSafeFlows = readForms(`
== constant
val §value = §in
val §out = "fixed"
== overwritten
var §out = §in
§out = "fixed"
== constant branch
var §out = "fixed"
if (9 * 14 + 106 < 200) {
    §out = §in
}
== constant variable branch
val §filler = 86
val §out = if ((6 * 49) - §filler > 200) "fixed" else §in
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
== list cleared
val §list = mutableListOf<String>()
§list.add(§in)
§list.clear()
§list.add("fixed")
val §out = §list[0]
== entry overwritten
val §map = mutableMapOf<String, String>()
§map["kept"] = §in
§map["kept"] = "fixed"
val §out = §map["kept"]!!
== enumeration
val §out = §type.valueOf(§in).name
-- members
enum class §type { RED, BLUE }
== constant when
val guess = "ABC"
val §out = when (guess[1]) {
    'A' -> §in
    'B' -> "fixed"
    else -> "none"
}
== chosen by index
val known = listOf("red", "blue")
val §out = known[§in.toInt()]
== boolean
val flag = §in.toBoolean()
val §out = if (flag) "on" else "off"
== checked by a function
if (!§function(§in)) return
val §out = §in
-- members
private fun §function(v: String) = v == "red" || v == "blue"
== found among the known
val §out = listOf("red", "blue").firstOrNull { it == §in } ?: "none"
== implementation ignores it
val same: §type = object : §type {
    override fun give(v: String) = "fixed"
}
val §out = same.give(§in)
-- members
interface §type {
    fun give(v: String): String
}
== not in range
if (§in !in setOf("red", "blue")) return
val §out = §in
`);
