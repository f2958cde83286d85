-- What the search of everything finds by the beginnings of words: names, addresses and contacts as app.fold spells them (small letters, no accents),
-- from each of their words on. Products have rows here only where their name has letters beyond ASCII: product_name_words has all the others
-- as they are. Kept by app.follow_search_words. "C": a beginning is a range of the key in every database.
create table search_words (
  org_id uuid not null,
  kind text not null,
  -- 0: the name from its first word on. 1: from a later one, or another field.
  rank integer not null check (rank in (0, 1)),
  words text not null collate "C",
  record_id uuid not null,
  primary key (org_id, kind, rank, words, record_id)
);
-- Whether any record has a word at all (app.similar_words), and the rows of a record that changes.
create index search_words_any on search_words (org_id, words);
create index search_words_record on search_words (org_id, kind, record_id);

-- Lots by the beginning of their number, by its end, and by themselves: their key begins with the product. What has no lot number is in none of these.
create index lots_by_number on lots (org_id, (lower(lot_number) collate "C")) where lot_number <> '';
create index lots_by_number_end on lots (org_id, (reverse(lower(lot_number)) collate "C")) where lot_number <> '';
create index lots_by_id on lots (org_id, id) where lot_number <> '';

-- What a member chose in the palette, so that it is offered first the next time: records by their id, commands by their name.
-- A bounded number for each member (limits.searchChoicesKept).
create table search_choices (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  key text not null check (length(key) between 1 and 100),
  times integer not null default 1 check (times > 0),
  chosen_at timestamptz not null default clock_timestamp(),
  primary key (org_id, user_id, kind, key),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
