CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  hash TEXT NOT NULL
);

-- fw:down
DROP TABLE staff;
