require 'open3'
class UsersController < ApplicationController
  before_action :check, only: [:show]
  def show(name = 'x', *rest, size: 3)
    return head(:ok) unless params[:id]
    @user = User.where("name = '#{name}'").first
    rest.each { |item| puts item }
    begin
      system("ls", name)
    rescue ArgumentError => e
      raise e
    end
    render html: @user&.bio
  end
end
