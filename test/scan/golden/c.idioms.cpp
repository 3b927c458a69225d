// Streams, classes and statements that a tour of the grammar passes by.
#include <string>
namespace shop { namespace deep { using std::string; } }
using namespace std;
template <typename T> class Box : public Base, private Other<T> {
public:
    Box(T value, int n = 1) : value_(value), n_{n} { init(); }
    virtual ~Box() = default;
    Box(const Box &) = delete;
    virtual void draw() const = 0;
    static int count;
    T operator[](int i) { return value_; }
    friend ostream &operator<<(ostream &out, const Box &b);
    explicit operator bool() const { return true; }
    using Inner = T;
    enum class Kind : int { A = 1, B };
    struct Nested { int x = 1; };
private:
    T value_; int n_ = 2;
};
int Box<int>::count = 0;
void Store::find(const string &id, vector<int> &&list, auto... rest) noexcept {
    string text = "a" + id, other("b"), braces{"c"}, empty;
    text += id; text.append(id); this->name.append(id, 2); text.assign(id); text = string(id) + to_string(1);
    ifstream file(id); ofstream out{id}; std::stringstream stream; stream << "a" << id; cin >> text >> other; getline(cin, text); getline(file, text, ',');
    char *raw = new char[10]; int *one = new int(3); Box<int> *box = new Box<int>(1); memset(raw, 0, 11); delete[] raw; delete box;
    auto fn = [this, &text, n = 1](int x) mutable -> int { return x + n; }; auto all = [=] { return text; };
    for (const auto &item : list) { cout << item << endl; } for (auto [key, value] : map) use(key);
    if (auto it = map.find(id); it != map.end()) it->second++; else throw runtime_error("no");
    try { risky(); } catch (const exception &e) { throw; } catch (...) { }
    unique_ptr<Box<int>> owned = make_unique<Box<int>>(1); owned->draw(); (*owned).draw(); static_cast<int>(1.5); dynamic_cast<Box<int> *>(box); (int)2.5; int(3);
    int grid[2][3] = {{1, 2}, {3}}; auto [a, b] = pair; string_view view = "x"sv; bool both = not a and b or !a; constexpr int size = sizeof...(rest); nullptr; R"(raw "x")"; 1'000; 0b11; true ? 1 : 2; a <=> b; co_await all(); co_return;
}
