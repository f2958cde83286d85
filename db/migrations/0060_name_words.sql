-- What a search finds first: products of whose name some word begins with the text. The name in small letters from each of its words on
-- (app.name_words says which), so that "lamp" is a range of this key, in the order a printed index would have. Kept by kernel.follow_names.
-- Its collation is one in which a beginning is a range, whatever the database's is. It references nothing: the trigger removes what it made,
-- and checking references would cost an import more than the rows do.
create table product_name_words (
  org_id uuid not null,
  archived boolean not null,
  -- 0: from the first word on, the whole name. 1: from a later one.
  rank integer not null check (rank in (0, 1)),
  words text not null collate "C",
  product_id uuid not null,
  primary key (org_id, archived, rank, words, product_id)
);
