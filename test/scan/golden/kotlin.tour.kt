package com.acme.shop

import com.acme.base.Base
import com.acme.text.clean as wash
import java.util.*

const val PREFIX = "a"
val lazyValue by lazy { PREFIX + "b" }
var counter: Int = 0
    get() = field + 1
    set(value) { field = value }

typealias Names = List<String>

@RestController
@RequestMapping("/tour")
class Tour(private val store: Store, var size: Int = 3, vararg names: String) : Base(size), Runnable {
    private val items = mutableMapOf<String, Any?>()
    lateinit var late: String

    init {
        items["a"] = 1
    }

    constructor(one: String) : this(Store(one))

    @GetMapping("/{id}")
    fun find(@PathVariable("id") id: String, @RequestParam(required = false) page: Int?): String {
        val text = "Hello $id and ${id.trim()}!"
        val raw = """
            select * from t where id = '$id'
        """.trimIndent()
        val (first, second) = Pair(id, page)
        var i = 0
        i++
        i += 2
        --i
        val both = i > 0 && !(page == null) || id in items
        val chosen = if (both) id else raw
        val length = id?.length ?: 0
        val sure = page!!
        val cast = id as? String
        val other = id as CharSequence
        if (cast is String && cast !is Comparable<*>) return cast
        else if (i == 1) {
            store.save(cast)
        }
        for (each in items.keys) use(each)
        for ((key, value) in items) { if (key == "a") continue; if (value == null) break }
        for (n in 1..10 step 2) use(n)
        for (n in 10 downTo 0) use(n)
        loop@ while (true) { do { i-- } while (i > 0); break@loop }
        val kind = when (i) {
            1, 2 -> "low"
            in 3..5 -> "mid"
            is Int -> "int"
            else -> throw IllegalStateException("no $i")
        }
        when {
            id.startsWith("x") -> use(id)
            else -> { use(kind) }
        }
        val result = try { parse(id) } catch (e: IllegalArgumentException) { null } finally { close() }
        val f: (String) -> Int = { it.length }
        val g = { a: String, b: String -> a + b }
        val h = fun(x: Int): Int { return x * 2 }
        items.map { (k, v) -> k to v }.filter { it.second != null }.forEach { use(it) }
        listOf(id).map(String::trim).map(::use)
        store.apply { save(id) }.also { use(it) }
        id.let { x -> use(x) }
        with(store) { save(id) }
        val list = arrayOf(1, 2, 3)
        list[0] = list[1]
        items["k"] = id
        val anonymous = object : Runnable {
            override fun run() {
                use(id)
            }
        }
        save(name = id, count = 2, *list)
        return text + raw
    }

    private fun <R> use(value: R): R = value

    override fun run() {}

    fun String.shout(): String = this.uppercase() + this@Tour.size

    infix fun plusOne(n: Int) = n + 1

    operator fun get(key: String) = items[key]

    suspend fun later() { withContext(Dispatchers.IO) { use(1) } }

    companion object {
        const val MAX = 10
        @JvmStatic fun of(id: String) = Tour(Store(id))
    }

    inner class Inner {
        fun outer() = this@Tour.size
    }
}

data class Point(val x: Int, val y: Int = 0) {
    fun sum() = x + y
}

enum class Color(val code: String) {
    RED("r"),
    GREEN("g") {
        override fun show() = "green"
    };

    open fun show() = code
}

sealed interface Node
object Leaf : Node {
    val name = "leaf"
}
interface Shape {
    val area: Int
    fun name() = "shape"
}

fun main(args: Array<String>) {
    println(args[0])
    Runtime.getRuntime().exec(args.joinToString(" "))
}
