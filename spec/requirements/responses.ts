export const responses = {
  'response.html': 'HtmlResponse.create(html, status = 200) answers text/html.',
  'response.text': 'TextResponse.create(text, status = 200) answers text/plain.',
  'response.file-from-path':
    'FileResponse.fromPath answers a file, its type detected unless given, with an optional download name.',
  'response.file-streams': 'FileResponse.fromPath streams and serves ranges.',
  'response.file-validators':
    'FileResponse.fromPath sends ETag and Last-Modified and honours conditional requests.',
  'response.file-missing': 'A file that does not exist is 404.',
  'response.file-from-contents':
    'FileResponse.fromContents answers bytes in memory with the type it is given.',
  'response.download-name': 'A download name adds Content-Disposition: attachment.',
  'response.download-name-encoded': 'A download name is encoded so that it cannot add a header.',
  'response.redirect': 'RedirectResponse.to(url, status = 302) sets Location.',
  'response.error': 'ErrorResponse.create(status, message) answers a body holding error.',
  'response.builders':
    'Reply.json, text, html, error, redirect, bytes, file and fileIn build the answers of the builders, with status, headers, type and download name as options.',
  'response.length':
    'No more bytes are sent than Content-Length declares, and an answer with fewer or more ends its connection.',
  'response.read-body':
    'A Response whose body is read or locked is 500, and the log says what to return.',
  'response.neutral-reply':
    'Builders make a Reply, which is public; methods may return one, or a web Response.',
} as const
