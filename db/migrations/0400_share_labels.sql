-- For whom a private link was made, in the words of the member who made it.
alter table shares add column label text check (label <> '');
