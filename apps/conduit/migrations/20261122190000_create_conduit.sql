CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  bio TEXT,
  image TEXT
);

CREATE TABLE follows (
  follower_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  followed_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (follower_id, followed_id)
);

CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  body TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX articles_author ON articles (author_id);

CREATE TABLE article_tags (
  article_id INTEGER NOT NULL REFERENCES articles ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (article_id, tag)
);
CREATE INDEX article_tags_tag ON article_tags (tag);

CREATE TABLE favorites (
  article_id INTEGER NOT NULL REFERENCES articles ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (article_id, user_id)
);
CREATE INDEX favorites_user ON favorites (user_id);

CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX comments_article ON comments (article_id);

-- fw:down
DROP TABLE comments;
DROP TABLE favorites;
DROP TABLE article_tags;
DROP TABLE articles;
DROP TABLE follows;
DROP TABLE users;
