-- How many things the last undo of an import couldn't reverse (`leftovers` lists the first thousand; null if an earlier version
-- listed only those), and whether its undos reversed anything (null if they were made by an earlier version).
alter table imports
  add column leftover_count integer default 0,
  add column anything_undone boolean;

update imports set leftover_count = case when jsonb_array_length(leftovers) < 1000 then jsonb_array_length(leftovers) end
where leftovers <> '[]';
