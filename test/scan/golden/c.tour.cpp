#include <string>
#include <vector>
using namespace std;
namespace acme::shop {
template <typename T> class Tour : public Base, private Shape<T> {
 public:
  Tour(Store& store, int size = 3) : Base(size), store_(store), name{"tour"} {}
  explicit Tour(const string& one) : Tour(Store(one)) {}
  ~Tour() override { delete store_; delete[] items; }
  virtual string find(const string& id, int* page) const noexcept;
  static Tour of(string id) { return Tour{id}; }
  Tour& operator=(const Tour& other) = default;
  T operator[](int i) { return items[i]; }
  friend ostream& operator<<(ostream& out, const Tour& t) { return out << t.name; }
 private:
  Store& store_;
  T* items = nullptr;
  string name;
};
enum class Color : int { Red, Green = 2 };
struct Point { int x; int sum() const { return x + this->x; } };
}
template <typename T>
string acme::shop::Tour<T>::find(const string& id, int* page) const noexcept {
  auto text = "Hello " + id + R"(raw "text")" + to_string(*page);
  vector<string> list{"a", id};
  auto [first, second] = make_pair(id, 1);
  for (const auto& each : list) cout << each << endl;
  for (auto it = list.begin(); it != list.end(); ++it) use(*it);
  auto f = [&, id](int x) mutable -> int { return x + size; };
  auto g = [=] { return id; };
  try { parse(id); } catch (const invalid_argument& e) { throw runtime_error(e.what()); } catch (...) { throw; }
  auto p = make_unique<Point>(); p->x = 1; auto q = new Point{2}; int* numbers = new int[3];
  auto cast = static_cast<long>(1.5); auto old = (int) 2.5; auto other = dynamic_cast<Base*>(this);
  if (auto found = list.size(); found > 1 && !id.empty() and not list.empty()) return text;
  if constexpr (sizeof(T) > 4) { std::system(id.c_str()); }
  switch (Color c = Color::Red; c) { case Color::Red: break; default: [[fallthrough]]; }
  list[0] = list.at(1); this->name = id; ::global(id); std::string s(id, 2); s += text;
  return id.substr(0, 3) + (page ? "a" : "b");
}
int main(int argc, char** argv) { acme::shop::Tour<int> t(argv[1]); std::cin >> argc; return t.find(argv[1], &argc).size(); }
