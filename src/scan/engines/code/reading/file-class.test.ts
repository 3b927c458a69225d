import { expect, test } from 'vitest';
import { classifyFile } from './file-class.ts';

test('what an example shows is medium at most', () => {
  expect(classifyFile('docs/examples/get.c', '').rate('high')).toBe('medium');
  expect(classifyFile('_examples/get.go', '').rate('low')).toBe('low');
  expect(classifyFile('src/example.go', '').rate('high')).toBe('high');
  expect(classifyFile('src/main/java/com/example/A.java', '').rate('high')).toBe('high');
  expect(classifyFile('examples/a/src/main/java/org/a/A.java', '').rate('high')).toBe('medium');
  expect(classifyFile('packages/form/playground/main.ts', '').rate('high')).toBe('medium');
  expect(classifyFile('sandbox/Acme.Server/Startup.cs', '').rate('high')).toBe('medium');
  expect(classifyFile('src/sandbox/run.ts', '').rate('high')).toBe('high');
});

test('what developers run is a step less severe, and what is certain stays medium', () => {
  for (const path of [
    'scripts/release.py',
    'tools/gen.go',
    '.github/run.js',
    'packages/app/tools/a.js',
    'db/migrate/1_a.rb',
    'postcss.config.js',
    'web/vite.config.prod.mts',
    'web/karma.conf.js',
    'webpack.config.dev-server.js',
    'jest-e2e.config.ts',
    'Gruntfile.js',
  ]) {
    expect(classifyFile(path, '').rate('critical')).toBe('medium');
    expect(classifyFile(path, '').rate('medium')).toBe('low');
  }
  expect(classifyFile('src/tools/gen.go', '').rate('medium')).toBe('medium');
  for (const path of ['src/config.js', 'next.config.js', 'src/webpack/config/read.js', 'src/vite.ts'])
    expect(classifyFile(path, '').rate('medium')).toBe('medium');
});

test('a name that is made to be slow is told in no time', () => {
  for (const path of [
    `webpack${'-a'.repeat(2_000)}.js`,
    `webpack${'.conf'.repeat(800)}.x`,
    `examples${'_a'.repeat(2_000)}.js`,
  ])
    expect(classifyFile(path, '').kind).toBe('product');
});

test.each([
  ['integration/server.go', 'package integration\n\nimport (\n\t"net/http"\n\t"testing"\n)\n', 'test'],
  ['pkg/run.go', 'package run\n\nimport "github.com/stretchr/testify/require"\n', 'test'],
  ['pkg/run.go', 'package run\n\nimport "example.com/testing"\n', 'product'],
  ['internal/httpdtest/server.go', 'package httpdtest\n', 'test'],
  ['internal/latest/server.go', 'package latest\n', 'product'],
  ['internal/httpdtest/server.py', '', 'product'],
  ['shop/harness.py', 'import os\nfrom unittest import mock\n', 'test'],
  ['shop/harness.py', 'import pytester\n', 'product'],
  ['lib/setup.ts', "import { vi } from 'vitest';\n", 'test'],
  ['lib/setup.js', "const { expect } = require('chai');\n", 'test'],
  ['lib/setup.js', 'const chai = \'tea from "chai leaves"\';\n', 'product'],
  ['lib/Base.java', 'package a;\n\nimport org.junit.jupiter.api.Test;\n', 'test'],
  ['src/main/java/Base.java', 'package a;\n\nimport org.junit.jupiter.api.Test;\n', 'product'],
  ['Lib/Base.cs', 'using System;\nusing Xunit;\n', 'test'],
  ['lib/Base.php', '<?php\nuse PHPUnit\\Framework\\TestCase;\n', 'test'],
  ['lib/plugins/a/_test/b.php', '<?php\n', 'test'],
  ['lib/b.test.php', '<?php\n', 'test'],
])('what asks for a test framework is there for tests: %s %j', (path, text, kind) => {
  expect(classifyFile(path, text).kind).toBe(kind);
});

test.each([
  ['src/main/java/org/acme/benchmark/Runner.java', 'product'],
  ['service/src/main/kotlin/org/acme/testing/Clock.kt', 'product'],
  ['src/test/java/org/acme/Runner.java', 'test'],
  ['src/main/java/org/acme/RunnerTest.java', 'test'],
  ['benchmarks/run.js', 'test'],
  ['pkg/testhelpers/server.go', 'test'],
  ['pkg/contest/helpers/server.go', 'product'],
  ['server/testkit/src/run.rs', 'test'],
  ['ci/src/acme_integration_tests/utils/server.py', 'test'],
  ['functional-tests/lib/server.js', 'test'],
  ['clinic/lab_tests/views.py', 'product'],
  ['speed-test/server.js', 'product'],
  ['Src/Acme.Json.Tests/Samples/Order.cs', 'test'],
  ['Src/Acme.Json/Order.cs', 'product'],
  ['vendor/src/main/java/A.java', 'vendored'],
  ['src/main/java/com/shop/vendor/Orders.java', 'product'],
  ['src/main/webapp/vendor/slider/slider.js', 'vendored'],
  ['app/Http/Controllers/Vendor/OrderController.php', 'product'],
  ['app/Vendor/Mailer/mailer.php', 'vendored'],
  ['app/controllers/vendor/orders_controller.rb', 'product'],
  ['app/assets/javascripts/vendor/slider.js', 'vendored'],
  ['components/js/vendor/slider.js', 'vendored'],
  ['lib/services/vendor/orders.js', 'product'],
  ['lib/shop/vendor/parser.rb', 'vendored'],
  ['src/app/vendor/vendor.component.ts', 'product'],
  ['src/vendor/slider.js', 'vendored'],
  ['3rdparty/tags/read.php', 'vendored'],
  ['src/party3rd/read.php', 'product'],
  ['services/api/vendor/github.com/acme/log/log.go', 'vendored'],
  ['vendor/acme/log/src/Logger.php', 'vendored'],
  ['Shop.Web/Vendor/Orders.cs', 'product'],
  ['inventory/vendors/models.py', 'product'],
  ['shop/wwwroot/lib/jquery/src/ajax.js', 'vendored'],
  ['shop/wwwroot/lib/jquery-validation/lib/form.js', 'vendored'],
  ['shop/wwwroot/lib/checkout/form.js', 'product'],
  ['shop/lib/jquery/form.js', 'product'],
])('%s is %s code', (path, kind) => {
  expect(classifyFile(path, '').kind).toBe(kind);
});

test('a large text of a few long lines was written by a bundler', () => {
  expect(classifyFile('src/app.js', `${'a'.repeat(600)}\n`.repeat(40)).kind).toBe('minified');
  expect(classifyFile('src/app.js', `${'a'.repeat(400)}\n`.repeat(60)).kind).toBe('product');
  expect(classifyFile('src/app.js', `${'a'.repeat(600)}\n`.repeat(20)).kind).toBe('product');
});

test('long lines are a bundle only where bundlers write: in scripts, and not in those that a server runs', () => {
  const long = `${'a'.repeat(600)}\n`.repeat(40);
  for (const path of ['app.py', 'index.php', 'Main.java', 'main.go'])
    expect(classifyFile(path, long).kind).toBe('product');
  const server = `const{exec}=require("child_process");${long}`;
  expect(classifyFile('server.js', server).kind).toBe('product');
  expect(classifyFile('dist/index.js', server).kind).toBe('minified');
  for (const end of ['\r', '\u2028'])
    expect(classifyFile('a.js', `f();${end}`.repeat(9_000)).kind).toBe('product');
});

test('the name of a bundle alone says nothing', () => {
  expect(classifyFile('server.min.js', 'f();\n'.repeat(100)).kind).toBe('product');
  expect(classifyFile('server.min.js', `f(${'a'.repeat(400)});\n`).kind).toBe('minified');
});

test('a library that was copied next to the pages is told by its head', () => {
  const head =
    '/*!\n * Widgets v1.4.2 (https://widgets.example)\n * Copyright 2020 Widgets\n * MIT License\n */\n';
  expect(classifyFile('app/static/js/widgets.js', head).kind).toBe('vendored');
  expect(classifyFile('src/widgets.js', head).kind).toBe('product');
  expect(classifyFile('app/static/js/app.js', "'use strict';\nvar x = 1.5;\n").kind).toBe('product');
});

test('in a folder for what is external the head tells a copied library from a program', () => {
  const head =
    '/*!\n * Sliders v3.5.0\n * Copyright Sliders Foundation\n * Released under the MIT license\n */\n';
  expect(classifyFile('external/sliders-3.5.0/sliders.js', head).kind).toBe('vendored');
  expect(classifyFile('external/orders.js', 'function order() {}\n').kind).toBe('product');
  expect(classifyFile('external/orders.js', `${head}const a = require('express');\n`).kind).toBe('product');
  expect(classifyFile('core/sliders-3.5.0/sliders.js', head).kind).toBe('product');
});

test('a program that loads packages by name is not a copied library, whatever its head says', () => {
  const head = '/*! server v1.4.2 Copyright 2020, MIT License */\n';
  for (const code of ["const express = require('express');\n", "import express from 'express';\n"]) {
    expect(classifyFile('lib/server.js', head + code).kind).toBe('product');
    expect(classifyFile('public/lib/widgets.js', head + code).kind).toBe('vendored');
  }
  expect(classifyFile('lib/widgets.js', `${head}var helpers = require('./helpers');\n`).kind).toBe(
    'vendored',
  );
});

test('in a folder of plug-ins next to the pages a head that names its owner is enough, and a large library is told by its name', () => {
  const head = '/*!\n * Sliders for everyone\n * https://sliders.example\n */\n';
  expect(classifyFile('public/plugins/sliders/sliders.js', head).kind).toBe('vendored');
  expect(classifyFile('src/plugins/sliders.js', head).kind).toBe('product');
  const large = 'var a = 1;\n'.repeat(3_000);
  expect(classifyFile('public/js/moment-with-locales.js', large).kind).toBe('vendored');
  expect(classifyFile('public/js/shop.js', large).kind).toBe('product');
  expect(classifyFile('public/js/chart-jquery.js', 'var a = 1;\n').kind).toBe('product');
});

test.each([
  ['Web/Scripts/jquery-1.12.4.js', '/*! jQuery */\n', 'vendored'],
  ['web/js/Buttons-2.2.2/js/buttons.print.js', '(function () {})();\n', 'vendored'],
  ['web/js/player-2.1/index.js', "'use strict';\n// player\n", 'vendored'],
  ['web/js/player-2.1/index.js', 'show(location.hash);\n', 'product'],
  ['upgrades/upgrade-1.12.4.js', '// what 1.12 needs\n', 'product'],
  ['web/js/upgrade-1.12.4.js', "// what 1.12 needs\nconst fs = require('fs-extra');\n", 'product'],
  ['web/js/part-2.js', '// two\n', 'product'],
  [
    'src/main/webapp/script/player.js',
    '/* Player, Copyright 2010 */\n(function e(t,n,r){var a=typeof require=="function"&&require;})\n',
    'vendored',
  ],
  [
    'src/main/webapp/script/player.js',
    '(function e(t,n,r){var a=typeof require=="function"&&require;})\n',
    'product',
  ],
  [
    'wwwroot/lib/slides/slides.js',
    "(function (a) { typeof define === 'function' && define.amd; })\n",
    'vendored',
  ],
  [
    'src/main/resources/web/slides.js',
    '/*  Slides, version 1.7.3\n *  (c) 2005 A. Author\n */\n',
    'vendored',
  ],
  ['src/main/resources/web/slides.js', '/* Shows the slides of the program. */\n', 'product'],
  ['web/js/slides.js', '// slides.js v2.0\n//\n// Copyright (c) 2007 A. Author\n', 'vendored'],
  ['web/js/slides.js', '// slides\n//\n// shows 2.0 slides\n', 'product'],
  ['web/static/js/part.js', '"use strict";(self["webpackChunkshop"]=[]).push([[1],{}])\n', 'vendored'],
  ['web/server/part.js', '"use strict";(self["webpackChunkshop"]=[]).push([[1],{}])\n', 'product'],
  [
    'web/static/js/part.js',
    '"use strict";(self["webpackChunkshop"]=[]).push([[1],{}])\nconst run = require("child_process");\n',
    'product',
  ],
  ['themes/js/plugins/table.js', '/* Table, Copyright 2010, MIT licence */\n', 'vendored'],
  ['server/libraries/table.js', '/* Table, Copyright 2010, MIT licence */\n', 'product'],
])('copies of libraries by release, loader and owner: %s %j', (path, text, kind) => {
  expect(classifyFile(path, text).kind).toBe(kind);
});

test('what looks for the release in a path takes linear time', () => {
  const path = `js/${'a-1.1'.repeat(8_000)}/x.js`;
  const start = process.cpuUsage().user;
  expect(classifyFile(path, '').kind).toBe('product');
  expect(process.cpuUsage().user - start).toBeLessThan(2e6);
});

test.each([
  ['shop/settings/local.py', 'from .base import *\n\nDEBUG = True\n', 'low'],
  ['shop/settings/local.py', 'from .base import *\n\nDEBUG = False\n', 'medium'],
  ['shop/settings/local.py', 'DEBUG = True\n', 'medium'],
  ['shop/settings/production.py', 'from .base import *\n\nDEBUG = True\n', 'medium'],
  ['shop/settings.py', 'from .base import *\n\nDEBUG = True\n', 'medium'],
])('settings that only developers have: %s %j', (path, text, severity) => {
  expect(classifyFile(path, text).rate('medium')).toBe(severity);
});

test.each([
  ['features/support/server.rb', '', 'test'],
  ['app/features/support.rb', '', 'product'],
  ['src/test-parse.c', '', 'test'],
  ['src/testimony.c', '', 'product'],
  ['src/test-parse.go', '', 'product'],
  ['build-aux/install-sh', '#!/bin/sh\n# install\n\nscriptversion=2018-03-11.20; # UTC\n', 'vendored'],
  ['bin/install-sh', '#!/bin/sh\ncp "$1" /usr/bin\n', 'product'],
])('%s with %j is %s code', (path, text, kind) => {
  expect(classifyFile(path, text).kind).toBe(kind);
});

test('a folder may say of what it holds examples', () => {
  expect(classifyFile('example_tasks/a.c', '').rate('high')).toBe('medium');
  expect(classifyFile('misc-tools/a.sh', '').rate('high')).toBe('medium');
  expect(classifyFile('exampled/a.c', '').rate('high')).toBe('high');
  expect(classifyFile('power-tools/a.sh', '').rate('high')).toBe('high');
});

const library =
  '/*!\n * Some Library v3.4.1\n * Copyright its authors, MIT license\n */\n(function () {})();\n';

test.each([
  ['gradlew', '#!/bin/sh\n\n##########\n##\n##  Gradle start up script for UN*X\n##\n', 'vendored'],
  ['gradlew', '#!/bin/sh\n#   gradlew start up script for POSIX generated by Gradle.\n', 'vendored'],
  ['gradlew', '#!/bin/sh\n#   Gradle start up script for POSIX generated by Gradle.\n', 'vendored'],
  ['mvnw', '#!/bin/sh\n# Apache Maven Wrapper startup batch script, version 3.2.0\n', 'vendored'],
  ['gradlew', '#!/bin/sh\neval "$1"\n', 'product'],
  ['public/js/bundle_parts.js', `// some-library, other-library\n\n${library}`, 'vendored'],
  ['public/js/app.js', '// The page of an account, version 3.4.1\n(function () {})();\n', 'product'],
  ['src/app.js', `// some-library\n\n${library}`, 'product'],
] as const)('what others keep up to date: %s', (path, text, kind) => {
  expect(classifyFile(path, text).kind).toBe(kind);
});
