import { raw } from 'hono/html'
import { tokenCss } from '../pages/tokens.ts'

export const docsStyle = raw(`${tokenCss()}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:16px}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.6 var(--font)}
a{color:var(--accent)}
code,pre{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--cancelled-tint);padding:2px 5px;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--cancelled-tint);border:1px solid var(--line);border-radius:8px;padding:12px 16px;overflow-x:auto;margin:12px 0}
pre code{background:none;padding:0;overflow-wrap:normal}
.shell{max-width:1160px;margin:0 auto;padding:16px}
header h1{margin:16px 0 4px;font-size:28px;line-height:1.2}
header p{margin:4px 0;color:var(--quiet);max-width:68ch}
nav ul{list-style:none;margin:12px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
nav a{text-decoration:none;display:inline-block;padding:6px 0}
nav a:hover{text-decoration:underline}
section{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px;margin:16px 0}
section h2{margin:0 0 8px;font-size:20px;line-height:1.3}
section h3{margin:20px 0 4px;font-size:16px}
h2 a,h3 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover{text-decoration:underline}
.example{position:relative}
.example button{display:block;margin:-6px 0 12px auto;font:13px var(--font);padding:6px 10px;color:var(--ink);background:var(--surface);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.call{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin:8px 0}
.verb{font-weight:600;font-size:13px;background:var(--accent-tint);color:var(--accent);padding:2px 8px;border-radius:8px}
.soft{color:var(--quiet)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-top:1px solid var(--line)}
th{font-weight:600;border-top:0}
.names th:first-child{width:46%}
.names td:first-child code{overflow-wrap:normal}
details{margin:12px 0 0}
summary{cursor:pointer;padding:6px 0;font-weight:600}
details ul{margin:4px 0 8px;padding-left:20px;font-size:14px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
@media (min-width:960px){
.names th:first-child{width:auto}
.names td:first-child code{white-space:nowrap}
.example button{position:absolute;top:6px;right:6px;margin:0}
.shell{display:grid;grid-template:auto 1fr/220px minmax(0,1fr);column-gap:32px}
header{grid-column:2}
nav{grid-area:1/1/3/2;position:sticky;top:16px;align-self:start}
nav ul{display:block}
}
`)
