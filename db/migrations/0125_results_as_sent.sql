-- A repeated request gets the very bytes of the first answer: jsonb put the fields of an object in another order, and holds no \u0000.
alter table command_results alter column result type text using result::text;
