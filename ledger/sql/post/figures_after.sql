-- Returns the stock of the product right after each of several one-leg postings written in this transaction: {on_hand,
-- available, held}. The totals are those after the last one; the changes of later ones are subtracted.
create or replace function kernel.figures_after(p_org_id uuid, p_legs kernel.leg[]) returns table (posting_no integer, figures jsonb)
language sql stable as $$
  select l.posting_no, jsonb_build_object('on_hand', t.on_hand - l.later, 'available', t.available - l.later, 'held', t.held)
  from (
    select c.posting_no, c.product_id, coalesce(sum(c.change) over (
      partition by c.product_id order by c.posting_no rows between 1 following and unbounded following), 0) as later
    from kernel.account_changes(p_legs) as c
  ) l
  join product_totals t on t.org_id = p_org_id and t.product_id = l.product_id
$$;
