import { render } from 'preact';
import { App } from './shell/app.tsx';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/controls.css';
import './style/dialog.css';
import './style/windowed.css';
import './style/code.css';
import './style/sign-in.css';

render(<App />, document.getElementById('console')!);
