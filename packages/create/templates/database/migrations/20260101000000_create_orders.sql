CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  ordered_at TEXT NOT NULL,
  confirmed_at TEXT
);

-- fw:down
DROP TABLE orders;
