export const constraints = {
  'constraint.stacked':
    'Several constraints may stand on one parameter, and every one of them runs.',
  'constraint.on-property':
    'On a plain property a constraint applies to the constructor parameter of that name, and stops boot where none exists.',
  'constraint.on-every-source':
    'Query, path and tool parameters obey constraints as a DTO does, once they are cast.',
  'constraint.published-is-enforced':
    'What the published schema of a DTO accepts is exactly what the hydrator accepts.',

  'constraint.email': 'Email answers text that is no address with "must be a valid email address."',
  'constraint.email-schema':
    'Email publishes format email, and a pattern where its check is narrower than the format.',
  'constraint.not-blank':
    'NotBlank refuses text that is empty after trimming: "must not be blank."',
  'constraint.not-blank-schema':
    'NotBlank has no keyword of its own and publishes the pattern \\S.',
  'constraint.min-length':
    'MinLength(n) answers shorter text with "must be at least <n> characters."',
  'constraint.min-length-schema': 'MinLength publishes minLength.',
  'constraint.max-length':
    'MaxLength(n) answers longer text with "must be at most <n> characters."',
  'constraint.max-length-schema': 'MaxLength publishes maxLength.',
  'constraint.length-in-code-points':
    'Lengths count Unicode code points, not UTF-16 units or bytes.',
  'constraint.greater-than':
    'GreaterThan(n) refuses n and what lies below: "must be greater than <n>."',
  'constraint.greater-than-schema': 'GreaterThan publishes exclusiveMinimum.',
  'constraint.less-than': 'LessThan(n) refuses n and what lies above: "must be less than <n>."',
  'constraint.less-than-schema': 'LessThan publishes exclusiveMaximum.',
  'constraint.regex': 'Regex refuses text without a match: "must match the pattern <p>."',
  'constraint.regex-flags':
    'Regex matches in Unicode mode; other flags and invalid patterns are refused at registration.',
  'constraint.regex-schema': 'Regex publishes the source of its expression as pattern.',
  'constraint.in': 'In answers what is not strictly in its list with "must be one of: <a>, <b>."',
  'constraint.in-schema': 'In publishes enum.',
  'constraint.url': 'Url refuses what is not an absolute URL: "must be a valid URL."',
  'constraint.url-schema':
    'Url publishes format uri, and a pattern where its check is narrower than the format.',
  'constraint.uuid': 'Uuid accepts every RFC 9562 version: "must be a valid UUID."',
  'constraint.uuid-schema': 'Uuid publishes format uuid.',
  'constraint.second-pattern-schema': 'A second pattern on one field is published through allOf.',

  'constraint.custom': 'A class with a validate method is a constraint; nothing else registers it.',
  'constraint.custom-valid': 'A custom constraint says valid by returning null.',
  'constraint.custom-message': 'Text returned by a custom constraint is the message of its field.',
  'constraint.custom-schema': 'A custom constraint adds its own keywords through jsonSchema.',
  'constraint.attribute':
    'attribute makes a decorator of any class, which is how the built-in attributes are made.',

  'message.string': 'A value that should be text: "must be a string."',
  'message.number': 'A value that should be a number: "must be a number."',
  'message.integer': 'A value that should be an integer: "must be an integer."',
  'message.boolean': 'A value that should be a boolean: "must be a boolean."',
  'message.date-time': 'A value that should be a date: "must be a date-time."',
  'message.object': 'A value that should be an object: "must be an object."',
  'message.array': 'A value that should be a list: "must be an array."',
  'message.file': 'Text sent for a declared file: "must be a file."',
  'message.required': 'A missing value without default: "is required."',
  'message.null': 'null where it is not allowed: "must not be null."',
} as const
