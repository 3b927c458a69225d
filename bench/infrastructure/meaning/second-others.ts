import type { MeaningPair } from './cases.ts';

const deployment = (pod: string, container: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  selector:\n    matchLabels: { app: web }\n  template:\n    metadata:\n      labels: { app: web }\n    spec:\n${pod}      containers:\n        - name: web\n          image: registry.corp.net/web:1.4.2\n${container}`;

/** Templates, charts, overlays, compose files, images and workflows; written before a rule was changed for them. */
export const secondOtherPairs: readonly MeaningPair[] = [
  {
    name: 'second: bucket whose block depends on a condition',
    about: /public/i,
    bad: {
      'app.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  Data:\n    Type: AWS::S3::Bucket\n    Properties:\n      PublicAccessBlockConfiguration:\n        BlockPublicAcls: false\n        BlockPublicPolicy: false\n        IgnorePublicAcls: false\n        RestrictPublicBuckets: false\n',
    },
    good: {
      'app.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  Strict:\n    Type: String\n    Default: "true"\nResources:\n  Data:\n    Type: AWS::S3::Bucket\n    Properties:\n      PublicAccessBlockConfiguration:\n        BlockPublicAcls: !Ref Strict\n        BlockPublicPolicy: !Ref Strict\n        IgnorePublicAcls: !Ref Strict\n        RestrictPublicBuckets: !Ref Strict\n',
    },
  },
  {
    name: 'second: ingress of a template by a parameter',
    about: /ssh|ingress|internet|0\.0\.0\.0|world|security.group/i,
    bad: {
      'net.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  From:\n    Type: String\n    Default: 0.0.0.0/0\nResources:\n  Ssh:\n    Type: AWS::EC2::SecurityGroupIngress\n    Properties:\n      GroupId: sg-1\n      Description: ssh\n      IpProtocol: tcp\n      FromPort: 22\n      ToPort: 22\n      CidrIp: !Ref From\n',
    },
    good: {
      'net.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nParameters:\n  From:\n    Type: String\n    Default: 10.7.0.0/16\nResources:\n  Ssh:\n    Type: AWS::EC2::SecurityGroupIngress\n    Properties:\n      GroupId: sg-1\n      Description: ssh\n      IpProtocol: tcp\n      FromPort: 22\n      ToPort: 22\n      CidrIp: !Ref From\n',
    },
  },
  {
    name: 'second: database of a template with a mapping',
    about: /public/i,
    bad: {
      'db.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nMappings:\n  Stage:\n    prod: { Public: true }\nResources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      Engine: postgres\n      PubliclyAccessible: !FindInMap [Stage, prod, Public]\n',
    },
    good: {
      'db.yaml':
        'AWSTemplateFormatVersion: "2010-09-09"\nMappings:\n  Stage:\n    prod: { Public: false }\nResources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      Engine: postgres\n      PubliclyAccessible: !FindInMap [Stage, prod, Public]\n',
    },
  },
  {
    name: 'second: volume of a template in JSON',
    about: /encrypt(?!\w* with a key)/i,
    bad: {
      't.json':
        '{"AWSTemplateFormatVersion":"2010-09-09","Resources":{"Disk":{"Type":"AWS::EC2::Volume","Properties":{"AvailabilityZone":"eu-central-1a","Size":10,"Encrypted":"false"}}}}',
    },
    good: {
      't.json':
        '{"AWSTemplateFormatVersion":"2010-09-09","Resources":{"Disk":{"Type":"AWS::EC2::Volume","Properties":{"AvailabilityZone":"eu-central-1a","Size":10,"Encrypted":"true"}}}}',
    },
  },
  {
    name: 'second: chart whose values make it privileged',
    about: /privileged/i,
    bad: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'chart/values.yaml': 'security:\n  privileged: true\n',
      'chart/templates/web.yaml': deployment(
        '',
        '          securityContext:\n            privileged: {{ .Values.security.privileged }}\n',
      ),
    },
    good: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'chart/values.yaml': 'security:\n  privileged: false\n',
      'chart/templates/web.yaml': deployment(
        '',
        '          securityContext:\n            privileged: {{ .Values.security.privileged }}\n',
      ),
    },
  },
  {
    name: 'second: chart that takes the network of the host',
    about: /host.?network|network of (?:the|its) (?:host|node)/i,
    bad: {
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/values.yaml': 'hostNetwork: true\n',
      'c/templates/web.yaml': deployment('      hostNetwork: {{ .Values.hostNetwork }}\n', ''),
    },
    good: {
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/values.yaml': 'hostNetwork: false\n',
      'c/templates/web.yaml': deployment(
        '      {{- if .Values.hostNetwork }}\n      hostNetwork: true\n      {{- end }}\n',
        '',
      ),
    },
  },
  {
    name: 'second: chart with a context from toYaml',
    about: /escalat/i,
    bad: {
      'y/Chart.yaml': 'apiVersion: v2\nname: y\nversion: 1.0.0\n',
      'y/values.yaml': 'securityContext:\n  allowPrivilegeEscalation: true\n',
      'y/templates/web.yaml': deployment(
        '',
        '          securityContext:\n            {{- toYaml .Values.securityContext | nindent 12 }}\n',
      ),
    },
    good: {
      'y/Chart.yaml': 'apiVersion: v2\nname: y\nversion: 1.0.0\n',
      'y/values.yaml': 'securityContext:\n  allowPrivilegeEscalation: false\n',
      'y/templates/web.yaml': deployment(
        '',
        '          securityContext:\n            {{- toYaml .Values.securityContext | nindent 12 }}\n',
      ),
    },
  },
  {
    name: 'second: overlay that makes it privileged',
    about: /privileged/i,
    bad: {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': deployment('', '          securityContext:\n            privileged: false\n'),
      'prod/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
      'prod/patch.yaml':
        'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          securityContext:\n            privileged: true\n',
    },
    good: {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': deployment('', '          securityContext:\n            privileged: false\n'),
      'prod/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
      'prod/patch.yaml':
        'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  replicas: 3\n',
    },
  },
  {
    name: 'second: role of everything and who gets it',
    about: /wildcard|all resources|every|any resource|\*|anonymous|unauthenticated|admin/i,
    bad: {
      'rbac.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: all }\nrules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: ["*"]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: { name: all }\nroleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all }\nsubjects:\n  - { kind: Group, name: "system:unauthenticated", apiGroup: rbac.authorization.k8s.io }\n',
    },
    good: {
      'rbac.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: read }\nrules:\n  - apiGroups: [""]\n    resources: [configmaps]\n    verbs: [get]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: { name: read }\nroleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: read }\nsubjects:\n  - { kind: ServiceAccount, name: web, namespace: shop }\n',
    },
  },
  {
    name: 'second: pod with the socket of its engine',
    about: /socket|docker\.sock|host.?path/i,
    bad: {
      'ds.yaml': deployment(
        '      volumes:\n        - name: s\n          hostPath: { path: /var/run/docker.sock }\n',
        '          volumeMounts:\n            - { name: s, mountPath: /var/run/docker.sock }\n',
      ),
    },
    good: {
      'ds.yaml': deployment(
        '      volumes:\n        - name: s\n          emptyDir: {}\n',
        '          volumeMounts:\n            - { name: s, mountPath: /var/run/app }\n',
      ),
    },
  },
  {
    name: 'second: services that share an anchor',
    about: /privileged/i,
    bad: {
      'compose.yaml':
        'x-common: &common\n  restart: always\n  privileged: true\nservices:\n  web:\n    <<: *common\n    image: registry.corp.net/web:1.4.2\n',
    },
    good: {
      'compose.yaml':
        'x-common: &common\n  restart: always\n  privileged: true\nservices:\n  web:\n    <<: *common\n    privileged: false\n    image: registry.corp.net/web:1.4.2\n',
    },
  },
  {
    name: 'second: service that extends another file',
    about: /socket|docker\.sock/i,
    bad: {
      'compose.yaml': 'services:\n  ci:\n    extends: { file: base.yaml, service: runner }\n',
      'base.yaml':
        'services:\n  runner:\n    image: registry.corp.net/runner:2.0.0\n    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock\n',
    },
    good: {
      'compose.yaml': 'services:\n  ci:\n    extends: { file: base.yaml, service: runner }\n',
      'base.yaml':
        'services:\n  runner:\n    image: registry.corp.net/runner:2.0.0\n    volumes:\n      - cache:/cache\n',
    },
  },
  {
    name: 'second: last stage without a user',
    about: /root|user/i,
    bad: {
      Dockerfile:
        'FROM golang:1.25 AS build\nUSER nobody\nRUN go build -o /app .\nFROM debian:12-slim\nCOPY --from=build /app /app\nENTRYPOINT ["/app"]\n',
    },
    good: {
      Dockerfile:
        'FROM golang:1.25 AS build\nRUN go build -o /app .\nFROM debian:12-slim\nCOPY --from=build /app /app\nUSER 10001\nENTRYPOINT ["/app"]\n',
    },
  },
  {
    name: 'second: password as a build argument',
    about: /secret|password|credential|build.arg/i,
    bad: {
      Dockerfile:
        'FROM python:3.13-slim\nARG INDEX_PASSWORD\nENV INDEX_PASSWORD=$INDEX_PASSWORD\nRUN pip install -r requirements.txt\nUSER app\n',
    },
    good: {
      Dockerfile:
        'FROM python:3.13-slim\nRUN --mount=type=secret,id=index pip install -r requirements.txt\nUSER app\n',
    },
  },
  {
    name: 'second: script fetched and run while building',
    about: /curl|pipe|download|script|checksum|remote/i,
    bad: {
      Dockerfile: 'FROM debian:12-slim\nRUN curl -fsSL https://get.corp.net/install.sh | sh\nUSER app\n',
    },
    good: {
      Dockerfile: 'FROM debian:12-slim\nCOPY install.sh /tmp/install.sh\nRUN sh /tmp/install.sh\nUSER app\n',
    },
  },
  {
    name: 'second: code of a stranger with a token',
    about: /pull_request_target|untrusted|head|checkout|stranger/i,
    bad: {
      '.github/workflows/pr.yml':
        'on: pull_request_target\npermissions:\n  contents: write\njobs:\n  build:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n      - run: npm ci && npm run build\n',
    },
    good: {
      '.github/workflows/pr.yml':
        'on: pull_request\npermissions:\n  contents: read\njobs:\n  build:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8\n        with:\n          persist-credentials: false\n      - run: npm ci && npm run build\n',
    },
  },
  {
    name: 'second: own action that puts a title into a script',
    about: /inject|template|expression/i,
    bad: {
      '.github/actions/say/action.yml':
        'name: say\ninputs:\n  title: { required: true }\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: echo "${{ inputs.title }}"\n',
      '.github/workflows/a.yml':
        'on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: ./.github/actions/say\n        with:\n          title: ${{ github.event.issue.title }}\n',
    },
    good: {
      '.github/actions/say/action.yml':
        'name: say\ninputs:\n  title: { required: true }\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      env:\n        TITLE: ${{ inputs.title }}\n      run: echo "$TITLE"\n',
      '.github/workflows/a.yml':
        'on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: ./.github/actions/say\n        with:\n          title: ${{ github.event.issue.title }}\n',
    },
  },
  {
    name: 'second: every right for a whole workflow',
    about: /permission|write-all/i,
    bad: {
      '.github/workflows/all.yml':
        'on: push\npermissions: write-all\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: make\n',
    },
    good: {
      '.github/workflows/all.yml':
        'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: make\n',
    },
  },
  {
    name: 'second: secrets handed to a workflow of others',
    about: /inherit|secret/i,
    bad: {
      '.github/workflows/call.yml':
        'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    uses: corp/flows/.github/workflows/build.yml@8f4b7f84864484a7bf31766abe9204da3cbe65b3\n    secrets: inherit\n',
    },
    good: {
      '.github/workflows/call.yml':
        'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    uses: corp/flows/.github/workflows/build.yml@8f4b7f84864484a7bf31766abe9204da3cbe65b3\n    with:\n      target: web\n',
    },
  },
  {
    name: 'second: play that trusts any certificate',
    about: /certificate|validate|tls/i,
    bad: {
      'playbook.yml':
        '- hosts: web\n  vars:\n    check: false\n  tasks:\n    - name: fetch\n      ansible.builtin.get_url:\n        url: https://files.corp.net/app.tar.gz\n        dest: /srv/app.tar.gz\n        validate_certs: "{{ check }}"\n',
    },
    good: {
      'playbook.yml':
        '- hosts: web\n  vars:\n    check: true\n  tasks:\n    - name: fetch\n      ansible.builtin.get_url:\n        url: https://files.corp.net/app.tar.gz\n        dest: /srv/app.tar.gz\n        validate_certs: "{{ check }}"\n',
    },
  },
];
