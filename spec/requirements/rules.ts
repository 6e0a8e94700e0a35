export const rules = {
  'check.services':
    'Check() on a method of a class checks its objects; its parameters are services, and it may return a promise.',
  'check.after-fields': 'Checks run when all fields of all parameters are valid.',
  'check.together':
    'Checks of inner objects run before those around them, and all report together: under the named field, else under the key of the object.',
  'check.every-source': 'Bodies, queries and forms are checked alike.',
  'check.jobs': 'A job is checked when it is taken; one that fails its checks is not tried again.',
  'check.rows':
    'Rows are not checked by methods: what stands in the database was checked when it came in.',
  'check.hydrate':
    'hydrate runs checks that need neither services nor waiting, and throws for a class that has others.',
  'check.hydrate-async': 'hydrateAsync runs all checks.',
  'check.published':
    'Checks are not published; the description of an operation names their methods.',

  'answer.hide':
    'Hide() keeps a field out of answers and results of tools at any depth; requests still have it.',
  'answer.computed': 'Computed() on a getter adds what it gives to answers.',
  'answer.group': 'A return type that is Pick or Omit of a class answers with those fields alone.',
  'answer.logged': 'No line of the log has a hidden field.',
  'answer.published':
    'Hidden fields are writeOnly in requests, computed ones readOnly in responses; neither stands in the other.',
  'answer.stored': 'Jobs, sessions and JSON columns keep hidden fields.',

  'message.own':
    'Every constraint takes a message as its last argument: a text with {n}, or a function.',
  'message.codes': 'The option errorDetails tells the code and the parameters of each failure.',
  'message.locales':
    'Messages in the container words failures, in the language that the request asks for.',
} as const
