-- How many things the last undo of an import couldn't reverse; null if an earlier version left a thousand, the most that
-- `leftovers` lists, or more. And whether any undo reversed something; null if only earlier versions tried.
alter table imports
  add column leftover_count integer default 0,
  add column anything_undone boolean;

update imports set leftover_count = case when jsonb_array_length(leftovers) < 1000 then jsonb_array_length(leftovers) end
where leftovers <> '[]';
