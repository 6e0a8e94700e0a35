/**
 * Sets the cookie for schemes that read one. Swagger UI would write a `Cookie` header, which browsers do not send. Over
 * plain HTTP, the session cookie has no `__Host-` prefix.
 */
export const cookiePlugin = `const setCookie = (name, value, age) => {
  const isPlain = location.protocol === 'http:'
  const shown = isPlain ? name.replace(/^__Host-/, '') : name
  const secure = isPlain ? '' : '; Secure'
  document.cookie = shown + '=' + value + '; Path=/; SameSite=Lax; Max-Age=' + age + secure
}

/** Sets the cookies of the chosen schemes; an age of 0 removes them. */
const setCookies = (schemes, age) => {
  for (const { schema, value } of schemes) {
    if (schema.get('in') === 'cookie') setCookie(schema.get('name'), value ?? '', age)
  }
}

const cookiePlugin = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          setCookies(Object.values(given), 86400)
          return authorize(given)
        },
        logout: (logout, { authSelectors }) => (names) => {
          const known = authSelectors.authorized()
          const left = names.map((name) => known?.get(name)).filter(Boolean)
          setCookies(left.map((one) => ({ schema: one.get('schema'), value: '' })), 0)
          return logout(names)
        },
      },
    },
  },
}
`
