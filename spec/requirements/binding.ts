export const binding = {
  'binding.request':
    'A parameter typed Request receives the raw request, ahead of every other rule.',
  'binding.file':
    'A parameter typed File receives the uploaded file of its name, ahead of the rest.',
  'binding.file-list': 'File[] receives the files of repeated parts.',
  'binding.file-missing':
    'A missing file is null or the default where allowed, and else 422 "is required." under its name.',
  'binding.body': 'A Body parameter is decoded, hydrated and validated before the method runs.',
  'binding.body-list':
    'A Body parameter may be a list of DTOs; error keys then start with the index.',
  'binding.body-error-as-a-whole':
    'An error about the whole body stands under the name of the parameter.',
  'binding.query': 'A Query parameter is the query value of its name, cast to the declared type.',
  'binding.query-missing-gives-default':
    'A missing query value gives the default, null or undefined, never an error.',
  'binding.query-class':
    'A Query parameter typed as a class is hydrated from all the query values together.',
  'binding.query-invalid':
    'Query values that do not cast or break a constraint are 422 under their names, all together.',
  'binding.query-repeated-scalar': 'A scalar given twice in the query is 422.',
  'binding.path': 'A parameter without attribute is the placeholder of its name, cast to its type.',
  'binding.path-invalid':
    'A placeholder that cannot be cast, or breaks a constraint, is a 422 naming it.',
  'binding.default': 'A parameter that nothing fills takes its default.',

  'body.json': 'application/json, or any type without a rule of its own, is decoded as JSON.',
  'body.multipart': 'multipart/form-data is read as a form with its files.',
  'body.json-part':
    'A part of type application/json fills an object or list of a multipart form like a JSON body.',
  'body.urlencoded': 'application/x-www-form-urlencoded is read as a form.',
  'body.put-and-patch': 'Forms and uploads arrive by PUT and PATCH as by POST.',
  'body.lambda': 'The serverless adapter reads forms and uploads out of the event.',
  'body.nested-form-keys': 'Form keys nest with brackets and dots, lists of objects included.',
  'body.malformed': 'Malformed JSON or UTF-8 is 400 with an error body.',
  'body.empty':
    'An empty body counts as an empty object; a body parameter that may be absent is absent.',
  'body.too-large':
    'A body over the limit is 413; a declared length over it is refused before reading.',
  'body.encoded': 'A body with a Content-Encoding other than identity is 415, and not read.',
  'body.limits':
    'FW_MAX_BODY_BYTES is 2 MiB unless set; files and forms have limits that answer 413.',
} as const
