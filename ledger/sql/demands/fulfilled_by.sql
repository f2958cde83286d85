-- How many units of its document line one leg fulfills: what it ships, receives or delivers; negative where units come
-- back. sales: to the customer, and back. purchase: out of incoming (or straight from the supplier) into stock, and
-- back. transfer: out of in transit into stock at the same location, and back; units that return to where they left
-- from deliver nothing.
create or replace function kernel.fulfilled_by(p_document_kind text, p_leg kernel.leg) returns numeric
language sql immutable as $$
  select p_leg.quantity * case p_document_kind
    when 'sales_order' then (p_leg.to_account = 'customer')::integer - (p_leg.from_account = 'customer')::integer
    when 'purchase_order' then
      (p_leg.from_account in ('incoming', 'supplier') and p_leg.to_account in ('available', 'held'))::integer
      - (p_leg.from_account in ('available', 'held') and p_leg.to_account in ('incoming', 'supplier'))::integer
    else
      (p_leg.from_account = 'in_transit' and p_leg.to_account in ('available', 'held')
        and p_leg.from_location_id = p_leg.to_location_id)::integer
      - (p_leg.from_account in ('available', 'held') and p_leg.to_account = 'in_transit'
        and p_leg.from_location_id = p_leg.to_location_id)::integer
    end
$$;
