export const hydrator = {
  'hydrator.collects-all-errors':
    'Every field is checked before anything is constructed, and all errors come back together, up to 100.',
  'hydrator.most-failures':
    'Checking ends with the failure after 100: the first 100 are told, and that there are more.',
  'hydrator.nested-dto': 'A parameter typed as a class is hydrated from an object, at any depth.',
  'hydrator.instance-passes-through':
    'What already is an instance of the declared class, or a File where one is declared, stays as it is.',
  'hydrator.non-object-refused':
    'Text, a number or a list in the place of a nested DTO is "must be an object."',
  'hydrator.list-of-dtos': 'A list of a class is hydrated element by element.',
  'hydrator.list-instance-passes-through':
    'An element that is already an instance stays that instance.',
  'hydrator.repeated-class-stays-raw':
    'Nesting ends at the first class that stands above itself, through lists too: that field keeps its raw value.',
  'hydrator.visibility-ignored':
    'Constructor parameters alone are read, and their visibility changes neither binding nor validation.',
  'hydrator.file-beside-fields': 'A DTO may hold uploaded files beside ordinary fields.',
  'hydrator.content-type-neutral':
    'Constraints say the same whichever content type carried the data.',

  'hydrator.key-top-level': 'An error of a field stands under the name of the field.',
  'hydrator.key-nested': 'An error of a nested field stands under parent.child.',
  'hydrator.key-list': 'An error inside a list stands under field.index.child, counted from zero.',
  'hydrator.validation-failed':
    'hydrate throws ValidationFailed, whose errors map a key to a list of messages.',

  'hydrator.json-strict':
    'Values from JSON are checked against the declared type and never coerced.',
  'hydrator.text-cast': 'Text sources are cast to the declared type before they are checked.',
  'hydrator.type-message-alone':
    'A wrong type is the only message of its field; constraints run after the type fits.',
  'hydrator.missing-takes-default': 'A missing parameter takes its default.',
  'hydrator.missing-optional': 'A missing optional parameter is undefined.',
  'hydrator.missing-required': 'A missing parameter that is neither is "is required."',
  'hydrator.null-refused': 'null where the type does not allow it is refused.',
  'hydrator.absence-skips-constraints': 'An allowed null or absence is not shown to constraints.',
  'hydrator.unknown-fields-ignored': 'Fields that no parameter names are ignored.',
  'hydrator.prototype-safe':
    '__proto__, constructor and prototype as keys never reach the prototype of an object.',
} as const
