CREATE TABLE tickets (
  id INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL
);

-- fw:down
DROP TABLE tickets;
