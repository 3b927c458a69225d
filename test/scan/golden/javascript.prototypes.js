var util = require('util');
var EventEmitter = require('events').EventEmitter;

module.exports = Store;

function Store(root) {
  if (!(this instanceof Store)) return new Store(root);
  this.root = root;
}
util.inherits(Store, EventEmitter);

Store.prototype.find = function (name) {
  return this.path(name);
};

Store.prototype.path = function path(name) {
  return this.root + name;
};

// An arrow function takes `this` from outside, and a helper may be anything.
Store.prototype.arrow = (x) => x;
Store.prototype.other = util.inspect;

Store.shared = function () {};

function Own() {
  this.show = function () {};
}
Own.prototype.hide = function () {};

var Cache = (module.exports.Cache = function (size) {
  this.size = size;
});

Cache.prototype = {
  get: function (key) {
    return this[key];
  },
  set(key, value) {
    this[key] = value;
  },
};

function Base() {}
Base.prototype.run = function () {};
function Derived() {}
Derived.prototype = Object.create(Base.prototype);
Derived.prototype.go = function () {
  this.run();
};

// Of a function from elsewhere nothing is known but its methods.
Missing.prototype.late = function () {};

(function () {
  function Inner() {}
  Inner.prototype.do = function (x) {
    return x;
  };
  return new Inner();
})();
