-- fw:lock-timeout 30s
CREATE TABLE orders (
  id BIGINT PRIMARY KEY,
  title VARCHAR(100) NOT NULL
);
CREATE INDEX orders_title ON orders (title);

-- fw:down
DROP TABLE orders;
