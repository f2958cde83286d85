-- The condition, in SQL, that a movement `m` is between the beginning of a month ($2) and a moment ($3): up to and
-- including the moment if that is later, else after it and before the month. As text, because the clock's column
-- determines the index. Refuses an unknown clock.
create or replace function kernel.movement_period(p_basis text, p_border timestamptz, p_at timestamptz) returns text
language plpgsql stable as $$
begin
  if p_basis is null or p_basis not in ('recorded', 'happened') then
    perform kernel.refuse('invalid_posting', jsonb_build_object('basis', p_basis));
  end if;
  return format(case when p_border <= p_at then 'm.%1$I >= $2 and m.%1$I <= $3' else 'm.%1$I > $3 and m.%1$I < $2' end, p_basis || '_at');
end $$;
