import { readForms } from './forms.ts';

export const kotlinFlows = readForms(`
== local
val §value = §in
val §out = §value
== trimmed
val §out = §in.trim().lowercase()
== array
val §list = arrayOf("first", §in, "last")
val §out = §list[1]
== list
val §list = mutableListOf<String>()
§list.add("one")
§list.add(§in)
val §out = §list[1]
== list of
val §list = listOf("first", §in)
val §out = §list.get(1)
== list loop
val §list = listOf(§in, "x")
var §out = ""
for (each in §list) {
    §out += each
}
== map
val §map = HashMap<String, String>()
§map["kept"] = §in
§map["other"] = "fixed"
val §out = §map["kept"]!!
== map of
val §map = mapOf("kept" to §in, "other" to "fixed")
val §out = §map.getValue("kept")
== data class
val box = §type(§in, "note")
val §out = box.label
-- members
data class §type(val label: String, val note: String)
== property
val box = §type()
box.label = §in
val §out = box.label
-- members
class §type {
    var label: String = ""
    var note: String = ""
}
== setter and getter
val box = §type()
box.setKept(§in)
val §out = box.getKept()
-- members
class §type {
    private var held = ""

    fun setKept(v: String) {
        held = v
    }

    fun getKept(): String {
        return held
    }
}
== destructured
val (§out, other) = §type(§in, "note")
-- members
data class §type(val label: String, val note: String)
== call
val §out = §function(§in)
-- members
private fun §function(v: String): String {
    return "" + v
}
== expression body
val §out = §function(§in)
-- members
private fun §function(v: String) = §function2(v)

private fun §function2(v: String) = v
== default argument
val §out = §function(§in)
-- members
private fun §function(v: String, end: String = ""): String = v + end
== named argument
val §out = §function(b = §in, a = "x")
-- members
private fun §function(a: String, b: String): String {
    return b
}
== extension
val §out = §in.§function()
-- members
private fun String.§function(): String = this + ""
== companion
val §out = §function(§in)
-- members
companion object {
    fun §function(v: String): String = v
}
== other file
val §out = Support.§function(§in)
-- other
fun §function(v: String): String {
    return v
}
== lambda
val same = { v: String -> v + "" }
val §out = same(§in)
== let
val §out = §in.let { it.trim() }
== let with a name
val §out = §in?.let { given -> given } ?: "none"
== collection
val §out = listOf(§in).map { it.trim() }.first()
== when
val §out = when (request.method) {
    "GET" -> §in
    else -> "none"
}
== condition
var §out = "none"
if (request.contentLength > 3) {
    §out = §in
}
== if value
val §out = if (request.isSecure) §in else "none"
== elvis
val §out = §in ?: "none"
== bytes
val data = §in.toByteArray()
val §out = String(data)
== split
val §out = §in.split(",")[0]
== try
val §out = try {
    java.net.URLDecoder.decode(§in, "UTF-8")
} catch (e: Exception) {
    "none"
}
== field of the class
this.§value = §in
val §out = this.§value
-- members
private var §value = ""
== apply
val §out = StringBuilder().apply { append(§in) }.toString()
== pair
val both = Pair("fixed", §in)
val §out = both.second
`);
