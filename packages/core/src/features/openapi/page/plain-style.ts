/** The style sheet of the page without Swagger UI. */
export const plainStyle = `
@media (scripting: none) {
  #filter {
    display: none;
  }
}
body:has(.plain) {
  max-width: 66rem;
}
.plain {
  --line: light-dark(#c9cdd3, #454a50);
  --quiet: light-dark(#565d6b, #a9b0bb);
  line-height: 1.5;
  overflow-wrap: anywhere;
}
.plain summary {
  border-radius: 4px;
  cursor: pointer;
}
.plain :is(h2, h3, h4) {
  font-size: 1rem;
  margin: 1rem 0 0.25rem;
}
.plain h2 {
  font-size: 1.3rem;
  margin-top: 2rem;
}
.plain summary :is(h2, h3) {
  display: inline;
  font-weight: normal;
  margin-right: 0.5rem;
}
.plain .group > summary {
  margin: 1.5rem 0 0.5rem;
}
.plain .group > summary h2 {
  font-weight: bold;
}
.plain :is(.operation, article) {
  border: 1px solid var(--line);
  border-radius: 4px;
  margin: 0.5rem 0;
  padding: 0.5rem 0.75rem;
}
.plain article h3 {
  margin-top: 0;
}
.plain article:target {
  outline: 2px solid currentcolor;
}
.plain :is(code, pre) {
  font-family: ui-monospace, monospace;
  font-size: 0.9em;
}
.plain pre {
  border: 1px solid var(--line);
  margin: 0.25rem 0;
  padding: 0.5rem;
  white-space: pre-wrap;
}
.plain ul {
  border-left: 2px solid var(--line);
  list-style: none;
  margin: 0.25rem 0;
  padding-left: 0.75rem;
}
.plain li {
  padding: 0.2rem 0;
}
.plain .text {
  margin: 0.25rem 0;
  white-space: pre-line;
}
.plain :is(.keyword, em) {
  color: var(--quiet);
  margin-right: 0.25rem;
}
.plain :is(.name, .method) {
  font-weight: bold;
}
.plain .method {
  display: inline-block;
  min-width: 4.5rem;
}
.plain .get {
  color: light-dark(#1f5fa8, #7db7ff);
}
.plain .post {
  color: light-dark(#146c43, #6fd6a3);
}
.plain .put {
  color: light-dark(#8f4d00, #ffb86b);
}
.plain .patch {
  color: light-dark(#0d655a, #6cd3c6);
}
.plain .delete {
  color: light-dark(#b3261e, #ff9b93);
}
`
