import Foundation
import Vapor

let prefix = "a" + "b"
var counter: Int = 0x1F

protocol Shape { var area: Double { get }; func name() -> String }

enum Color: String, CaseIterable { case red = "r", green; case custom(Int, name: String)
    var label: String { switch self { case .red: return "R"; case .custom(let n, _): return "\(n)"; default: return rawValue } } }

struct Point: Codable { var x: Int; let y: Int = 0
    mutating func move(by n: Int) { x += n }
    static func + (a: Point, b: Point) -> Point { return Point(x: a.x + b.x) } }

@MainActor
final class Tour<T: Comparable>: Base, Shape {
    private let store: Store
    static var count = 0
    lazy var late: String = { return prefix }()
    var items: [String: [T]] = [:]
    weak var parent: Tour?
    var area: Double { get { return 1.5 } set { counter = Int(newValue) } }
    @Published var name = "tour" { didSet { use(oldValue) } }

    init(store: Store, size: Int = 3, _ names: String...) {
        self.store = store
        super.init(size: size)
    }
    convenience init?(one: String) { guard !one.isEmpty else { return nil }; self.init(store: Store(one)) }
    deinit { close() }

    func find(_ id: String, page: Int? = nil, with request: Request, done: @escaping (String) -> Void) async throws -> String {
        let text = "Hello \(id) and \(id.trimmingCharacters(in: .whitespaces))!"
        let raw = #"plain \(id)"#
        let block = """
            select * from t where id = '\(id)'
            """
        var i = 0
        i += 1
        i = -i
        let both = i > 0 && !(page == nil) || items[id] != nil
        let chosen = both ? id : raw
        let (a, b) = (1, id)
        let length = page ?? 0
        let sure = page!
        let cast = chosen as? String, other = chosen as! NSString
        if let page = page, case .red = color, i > 1 { return text } else if i == 1 { use(i) } else { throw Failure.no(i) }
        guard let first = items.first, first.key != id else { return raw }
        for each in items.keys where each.count > 1 { use(each) }
        for n in 0..<3 { if n == 1 { continue }; break }
        for (key, value) in items { use(key); use(value) }
        while i < 10 { i += 1 }
        repeat { i -= 1 } while i > 0
        switch i {
        case 1, 2: use("low")
        case 3...5: fallthrough
        case let n where n > 9: use(n)
        default: break
        }
        do { try parse(id); let data = try await load(id); use(data) } catch let error as Failure { use(error) } catch { throw error }
        let maybe = try? parse(id)
        defer { close() }
        let f = { (x: Int) -> Int in return x * 2 }
        let g: (String) -> Int = { $0.count }
        [id, "b"].map { $0.uppercased() }.filter { $0.hasPrefix(prefix) }.forEach(use)
        store.save(id) { result in done(result) }
        items["k"] = nil
        store.deep.attr = id
        self.name = id
        let path = \Tour.name
        request.redirect(to: request.query["u"]!)
        let process = Process(); process.arguments = ["-c", id]
        return block
    }

    @discardableResult
    private func use<R>(_ value: R) -> R { value }
    subscript(key: String) -> [T]? { items[key] }
}

extension String { func loud() -> String { return self.uppercased() } }

app.get("tour", ":id") { req async throws -> String in
    let id = req.parameters.get("id")!
    return try await req.db.raw("select \(raw: id)").all()
}
