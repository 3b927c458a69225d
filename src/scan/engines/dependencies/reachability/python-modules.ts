import type { ImportNames } from './known-names.ts';

/** Distributions of the Python index whose modules have another name than they do. */
const otherNames = new Map<string, string[]>([
  ['attrs', ['attr', 'attrs']],
  ['beautifulsoup4', ['bs4']],
  ['discord-py', ['discord']],
  ['django-allauth', ['allauth']],
  ['django-cors-headers', ['corsheaders']],
  ['django-debug-toolbar', ['debug_toolbar']],
  ['django-filter', ['django_filters']],
  ['djangorestframework', ['rest_framework']],
  ['djangorestframework-simplejwt', ['rest_framework_simplejwt']],
  ['dnspython', ['dns']],
  ['flask-security', ['flask_security']],
  ['fonttools', ['fontTools']],
  ['future', ['future', 'past', 'builtins', 'libfuturize', 'libpasteurize']],
  ['gitpython', ['git']],
  ['google-api-python-client', ['googleapiclient', 'apiclient']],
  ['google-auth', ['google.auth', 'google.oauth2']],
  ['google-cloud-storage', ['google.cloud.storage']],
  ['graphql-core', ['graphql']],
  ['grpcio', ['grpc']],
  ['ipython', ['IPython']],
  ['markdown-it-py', ['markdown_it']],
  ['matplotlib', ['matplotlib', 'mpl_toolkits', 'pylab']],
  ['mysql-connector-python', ['mysql.connector']],
  ['mysqlclient', ['MySQLdb']],
  ['opencv-contrib-python', ['cv2']],
  ['opencv-python', ['cv2']],
  ['opencv-python-headless', ['cv2']],
  ['pdfminer-six', ['pdfminer']],
  ['peewee', ['peewee', 'playhouse', 'pwiz']],
  ['pillow', ['PIL']],
  ['protobuf', ['google.protobuf']],
  ['psycopg2-binary', ['psycopg2']],
  ['pycryptodome', ['Crypto']],
  ['pycryptodomex', ['Cryptodome']],
  ['pyjwt', ['jwt']],
  ['pymongo', ['pymongo', 'bson', 'gridfs']],
  ['pynacl', ['nacl']],
  ['pyopenssl', ['OpenSSL']],
  ['pypdf2', ['PyPDF2']],
  ['pysaml2', ['saml2']],
  ['pyserial', ['serial']],
  ['python-dateutil', ['dateutil']],
  ['python-dotenv', ['dotenv']],
  ['python-jose', ['jose']],
  ['python-ldap', ['ldap', 'ldif', 'slapdtest']],
  ['python-magic', ['magic']],
  ['python-multipart', ['multipart', 'python_multipart']],
  ['python-slugify', ['slugify']],
  ['pytorch-lightning', ['pytorch_lightning', 'lightning_fabric']],
  ['pyyaml', ['yaml', '_yaml']],
  ['pyzmq', ['zmq']],
  ['rpds-py', ['rpds']],
  ['scikit-image', ['skimage']],
  ['scikit-learn', ['sklearn']],
  ['setuptools', ['setuptools', 'pkg_resources', 'distutils']],
  ['tensorflow-cpu', ['tensorflow']],
  ['tensorflow-gpu', ['tensorflow']],
  ['torch', ['torch', 'functorch', 'torchgen']],
  ['websocket-client', ['websocket']],
  ['zope-interface', ['zope.interface']],
]);

/** Distributions whose one module is called as they are (their wheels were looked at). */
const sameName = words(`
  aiofiles aiohttp alembic anthropic anyio arrow asgiref authlib blinker bleach boto3 botocore cachetools cbor2 click cloudpickle
  cvxopt dash dask datasets decorator deepdiff defusedxml diskcache distlib django docker ecdsa elasticsearch falcon fastapi feedparser
  filelock fiona flask flask-cors flask-login flask-sqlalchemy flask-wtf ftfy h11 h2 httplib2 httpx humanize hyperlink imageio
  importlib-metadata itsdangerous jmespath jsonpickle jsonschema jwcrypto keras keyring langchain langchain-community langchain-core
  loguru mako marshmallow mistune motor mpmath msgpack multidict nbconvert networkx nltk numba numpy oauthlib onnx openai pandas
  paramiko passlib pexpect platformdirs pluggy prompt-toolkit psutil pyasn1 pyasn1-modules pycparser pydantic pyparsing pypdf ray
  referencing regex reportlab requests requests-oauthlib requests-toolbelt rich rsa s3transfer scapy scipy scrapy shapely six sniffio
  sqlalchemy sqlmodel starlette streamlit tenacity toml tornado tqdm transformers twisted typing-extensions validators wcwidth
  websockets werkzeug whitenoise wtforms xmltodict yarl zeep zipp`);

/**
 * Programs that are run, and what other packages look for by themselves (drivers of databases, parsers, encoders, certificates): their
 * absence from the code says nothing.
 */
const foundByOthers = words(`
  ansible apache-airflow asyncpg babel bcrypt black brotli celery certifi chardet charset-normalizer colorama cryptography daphne
  docutils email-validator eventlet gevent greenlet gunicorn html5lib hypercorn idna jinja2 jupyter-server jupyterlab kombu lxml markdown
  markupsafe mkdocs mysqlclient notebook numexpr openpyxl orjson packaging pillow pip ply poetry psycopg psycopg2 psycopg2-binary pyarrow
  pygments pymysql pyopenssl pytest python-multipart pytz redis setuptools simplejson sphinx sqlparse supervisor tox twine ujson
  urllib3 uvicorn uvloop uwsgi virtualenv waitress wheel xlrd yt-dlp zstandard`);

/** The modules of a distribution (its name in normal form). Only of those that are known is it certain that there are no others. */
export function pythonModules(name: string): ImportNames {
  const known = otherNames.get(name);
  const certain = (known !== undefined || sameName.has(name)) && !foundByOthers.has(name);
  if (known) return { names: known, certain };
  const plain = name.replaceAll('-', '_');
  const guesses = [
    plain,
    name.replaceAll('-', '.'),
    plain.replace(/^(python|py)_?/, ''),
    plain.replace(/_(python|py)$/, ''),
  ];
  return { names: [...new Set(guesses.filter((guess) => guess !== ''))], certain };
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
