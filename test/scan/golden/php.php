<?php
namespace App;
use Lib\Db as Store;
class Users extends Base {
  private $table = 'users';
  public function find(string $name, int $size = 3): ?array {
    $sql = "select * from {$this->table} where n = '$name'";
    foreach ($_GET as $key => $value) { if ($key === 'x') continue; }
    try { return Store::query($sql . $size); }
    catch (\Exception $e) { throw $e; }
  }
}
echo htmlspecialchars($_GET['q'] ?? '');
