-- The lines that kernel.post_simple and kernel.post_group may post: the reasons that move units between `available` and
-- one of the outside accounts listed here, lines without a reason that name both accounts (post_group only), and the
-- signed adjustment. A reason with another account takes the general path.
create or replace function kernel.plain_reasons()
returns table (type text, reason text, negative boolean, from_account text, to_account text)
language sql immutable as $$
  select r.type, r.reason, false, r.from_account, r.to_account from kernel.reasons() r
  where r.from_account in ('available', 'supplier', 'customer', 'adjustment', 'production', 'sample', 'elsewhere')
    and r.to_account in ('available', 'supplier', 'customer', 'adjustment', 'production', 'sample', 'elsewhere', 'scrap', 'loss')
  union all
  values ('in', null, false, 'adjustment', 'available'), ('out', null, false, 'available', 'adjustment'),
    ('adjustment', null, false, 'adjustment', 'available'),
    ('adjustment', null, true, 'available', 'adjustment')
$$;
