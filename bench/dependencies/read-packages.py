"""Reads packages of real projects with Python's own readers, to compare with list-packages.ts; prints `file TAB name TAB version`.

    python3 bench/dependencies/read-packages.py FOLDER > theirs.txt
    node bench/dependencies/list-packages.ts FOLDER > ours.txt; diff theirs.txt ours.txt
"""

import json
import pathlib
import re
import sys
import urllib.parse
import xml.etree.ElementTree as xml

import yaml

root = pathlib.Path(sys.argv[1])
found = set()


def local(element):
    return element.tag.split('}')[-1]


def children(element, name):
    return [] if element is None else [each for each in element if local(each) == name]


def text(element, name):
    for each in children(element, name):
        return (each.text or '').strip()
    return None


def purl(value):
    body = re.sub(r'^pkg:', '', value).split('?')[0].split('#')[0]
    kind, rest = body.split('/', 1)
    name, _, version = rest.rpartition('@') if '@' in rest[1:] else (rest, '', '')
    name = urllib.parse.unquote(name)
    if kind == 'maven':
        name = ':'.join(name.rsplit('/', 1))
    return kind, name, urllib.parse.unquote(version)


def go_mod(path, source):
    source = re.sub(r'//.*', '', source)
    blocks = re.findall(r'^(require|replace|exclude)\s*\(\n(.*?)^\)', source, re.M | re.S)
    lines = [(kind, line.strip()) for kind, body in blocks for line in body.splitlines() if line.strip()]
    lines += [(kind, rest.strip()) for kind, rest in re.findall(r'^(require|replace|exclude)\s+([^(\n]+)$', source, re.M)]
    replaced = {}
    for kind, line in lines:
        if kind == 'replace':
            left, right = [part.split() for part in line.split('=>')]
            replaced[(left[0], left[1] if len(left) > 1 else None)] = right
    for kind, line in lines:
        if kind != 'require':
            continue
        name, version = line.split()[:2]
        new = replaced.get((name, version)) or replaced.get((name, None))
        if new and len(new) == 1:
            version = '(local)'
        elif new:
            name, version = new
        yield name, version


def go_sum(path, source):
    for line in source.splitlines():
        parts = line.split()
        if len(parts) == 3 and not parts[1].endswith('/go.mod'):
            yield parts[0], parts[1]


def verification(path, source):
    for component in children(children(xml.fromstring(source), 'components')[0], 'component'):
        yield f"{component.get('group')}:{component.get('name')}", component.get('version')


def cyclonedx(path, source):
    for element in xml.fromstring(source).iter():
        if local(element) == 'component' and text(element, 'purl'):
            if element in list(xml.fromstring(source).iter('metadata')):
                continue
            yield purl(text(element, 'purl'))[1:]


def spdx_json(path, source):
    for package in json.loads(source)['packages']:
        for reference in package.get('externalRefs', []):
            if reference['referenceType'] == 'purl':
                yield purl(reference['referenceLocator'])[1:]


def spdx_tags(path, source):
    for value in re.findall(r'^ExternalRef: PACKAGE[-_]MANAGER purl (\S+)', source, re.M):
        yield purl(value)[1:]


def deps_json(path, source):
    for key, library in json.loads(source)['libraries'].items():
        if library['type'] == 'package':
            yield tuple(key.split('/'))


def packages_lock(path, source):
    for framework in json.loads(source)['dependencies'].values():
        for name, entry in framework.items():
            if entry['type'] != 'Project':
                yield name, entry['resolved']


def actions(path, source):
    def walk(node):
        if isinstance(node, dict):
            for key, value in node.items():
                if key == 'uses' and isinstance(value, str):
                    yield value
                else:
                    yield from walk(value)
        elif isinstance(node, list):
            for item in node:
                yield from walk(item)

    for value in walk(yaml.safe_load(source)):
        if value.startswith(('./', 'docker://')) or '@' not in value:
            continue
        name, version = value.split('@')
        # A commit is judged as the version that the comment behind it states.
        stated = re.search(re.escape(value) + r'["\']?\s*#\s*(v?\d\S*)', source)
        yield '/'.join(name.split('/')[:2]), stated[1] if stated and len(version) == 40 else version


def central_versions():
    versions = {}
    for path in root.rglob('Directory.Packages.props'):
        for element in xml.fromstring(path.read_text('utf-8-sig')).iter('PackageVersion'):
            name = element.get('Include') or element.get('Update')
            versions.setdefault(name, []).append(element.get('Version'))
    return versions


def project(path, source):
    central = central_versions()
    for element in xml.fromstring(source.lstrip('\ufeff')).iter():
        if local(element) == 'PackageReference' and element.get('Include'):
            version = element.get('VersionOverride') or element.get('Version') or text(element, 'Version')
            for each in [version] if version else central.get(element.get('Include'), ['']):
                yield element.get('Include'), each


def poms():
    models = {}
    for path in sorted(root.rglob('pom.xml')):
        models[path] = xml.fromstring(path.read_text())
    by_name = {(text(each, 'artifactId')): (path, each) for path, each in models.items()}

    def chain(model):
        while model is not None:
            yield model
            parent = children(model, 'parent')
            model = by_name.get(text(parent[0], 'artifactId'), (None, None))[1] if parent else None

    for path, model in models.items():
        properties, managed = {}, {}
        for each in reversed(list(chain(model))):
            for block in children(each, 'properties'):
                properties.update({local(entry): (entry.text or '').strip() for entry in block})
            parent = children(each, 'parent')
            version = text(each, 'version') or (text(parent[0], 'version') if parent else '')
            group = text(each, 'groupId') or (text(parent[0], 'groupId') if parent else '')
            properties.update({'project.version': version, 'project.groupId': group})
            if parent:
                properties['project.parent.version'] = text(parent[0], 'version')
            for block in children(each, 'dependencyManagement'):
                for dependency in children(children(block, 'dependencies')[0], 'dependency'):
                    managed[(text(dependency, 'groupId'), text(dependency, 'artifactId'))] = text(dependency, 'version')

        def fill(value, own={}):
            for _ in range(5):
                known = {**properties, **own}
                value = re.sub(r'\$\{([^}]+)\}', lambda match: known.get(match[1], match[0]), value or '')
            return value

        profiles = [each for block in children(model, 'profiles') for each in children(block, 'profile')]
        for holder in [model, *profiles]:
            own = {local(each): (each.text or '').strip() for block in children(holder, 'properties') for each in block}
            for dependency in [each for block in children(holder, 'dependencies') for each in children(block, 'dependency')]:
                key = (text(dependency, 'groupId'), text(dependency, 'artifactId'))
                version = fill(text(dependency, 'version') or managed.get(key) or '', own)
                yield path, f'{fill(key[0])}:{fill(key[1])}', version


readers = [
    (r'(^|/)go\.mod$', go_mod),
    (r'(^|/)go\.sum$', go_sum),
    (r'verification-metadata\.xml$', verification),
    (r'(^|/)bom\.xml$', cyclonedx),
    (r'\.spdx\.json$', spdx_json),
    (r'\.spdx$', spdx_tags),
    (r'\.deps\.json$', deps_json),
    (r'packages\.lock\.json$', packages_lock),
    (r'\.github/workflows/[^/]+\.ya?ml$', actions),
    (r'\.csproj$', project),
]
for path in sorted(root.rglob('*')):
    name = path.relative_to(root).as_posix()
    for pattern, reader in readers:
        if path.is_file() and re.search(pattern, name):
            found.update((name, *each) for each in reader(path, path.read_text('utf-8')))
found.update((path.relative_to(root).as_posix(), name, version) for path, name, version in poms())
for entry in sorted(found):
    print('\t'.join(entry))
